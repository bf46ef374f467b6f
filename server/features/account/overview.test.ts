import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountOverview } from '../../../shared/contract/accounts/accountOverview.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { addCamp, addClass, register, registerForCamp } from './accountTestKit.ts'

/** Tomorrow, 5:30 PM in Chicago. */
const NOW = instantOf(addDays(facilityDay(new Date(), ZONE), 1), '17:30', ZONE)
const today = facilityDay(NOW, ZONE)
const day = (count: number) => addDays(today, count)

let app: TestApp
let cages: string[]
let coach: TestCoach
let stranger: Person

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => NOW } })
  cages = await addCages(app.db, 2)
  coach = await addCoach(app.db)
  stranger = await addPerson(app)
})
afterAll(() => app.close())

const overviewOf = (person: Person) =>
  bodyOf<AccountOverview>(app.request('/api/me/overview', { cookie: person.cookie }))

const rental = (on: string, from: string, to: string) => ({
  cage_id: cages[0] ?? '',
  start_time: instantOf(on, from, ZONE),
  end_time: instantOf(on, to, ZONE),
  total_cost: '20.00',
})
const lesson = (on: string, from: string, to: string) => ({
  coach_id: coach.id,
  cage_id: cages[1] ?? '',
  lesson_date: on,
  start_time: from,
  end_time: to,
  duration_minutes: 60,
  coach_rate: '60.00',
  cage_cost: '30.00',
})
const nothing = { count: 0, next: [] }

describe('get-account-overview', () => {
  test('is empty for someone new, and asks a visitor to sign in', async () => {
    const person = await addPerson(app)
    expect(await overviewOf(person)).toEqual({
      subscription: null,
      classes: nothing,
      lessons: nothing,
      bookings: nothing,
      camps: nothing,
    })
    expect((await app.request('/api/me/overview')).status).toBe(401)
  })

  test('counts upcoming items and lists the next three, soonest first', async () => {
    const person = await addPerson(app)
    const own = (row: object) => ({ ...row, user_id: person.id })
    await app.db
      .insertInto('bookings')
      .values([
        own({ ...rental(day(3), '16:00', '16:30'), status: 'paid' }) as never,
        own(rental(day(1), '16:00', '17:00')) as never,
        own(rental(today, '17:00', '18:00')) as never,
        own(rental(day(9), '16:00', '16:30')) as never,
        own(rental(today, '16:30', '17:00')) as never,
        own({ ...rental(day(2), '16:00', '16:30'), status: 'canceled' }) as never,
      ])
      .execute()
    const { bookings } = await overviewOf(person)
    expect(bookings.count).toBe(4)
    expect(bookings.next).toMatchObject([
      { title: 'Cage 1', page_id: cages[0], day: today, start_time: '17:00', end_time: '18:00', paid: false },
      { day: day(1), start_time: '16:00', end_time: '17:00' },
      { day: day(3), paid: true },
    ])
  })

  test('includes guests’ lessons, class sessions and camps with the same e-mail', async () => {
    const person = await addPerson(app)
    const email = person.email.toUpperCase()
    await app.db
      .insertInto('coach_bookings')
      .values([
        {
          ...lesson(day(4), '16:00', '17:00'),
          customer_type: 'user',
          customer_id: person.id,
          payment_status: 'paid',
        },
        {
          ...lesson(day(2), '16:00', '17:00'),
          customer_type: 'guest',
          guest_name: 'Pat',
          guest_email: email,
        },
        { ...lesson(day(-1), '16:00', '17:00'), customer_type: 'user', customer_id: person.id },
      ])
      .execute()
    await app.db
      .insertInto('bookings')
      .values({ ...rental(day(5), '18:00', '18:30'), guest_name: 'Pat', guest_email: email })
      .execute()
    const hitting = await addClass(app.db, 'Hitting Lab', [day(-7), day(1), day(8)])
    const [over = '', next = '', off = ''] = hitting.sessions
    await app.db.updateTable('class_instances').set({ status: 'canceled' }).where('id', '=', off).execute()
    for (const class_instance_id of [over, off])
      await register(app.db, { class_instance_id, user_id: person.id })
    await register(app.db, { class_instance_id: next, guest_name: 'Kid', guest_email: email, status: 'paid' })
    const camp = await addCamp(app.db, 'Spring Camp', [
      [day(-1), '09:00', '12:00'],
      [day(1), '09:00', '12:00'],
      [day(2), '09:00', '12:00'],
    ])
    await registerForCamp(app.db, { camp_id: camp, user_id: person.id })
    const overCamp = await addCamp(app.db, 'Winter Camp', [[day(-9), '09:00', '12:00']])
    await registerForCamp(app.db, { camp_id: overCamp, user_id: person.id })
    await app.db
      .insertInto('camp_registrations')
      .values({ camp_id: camp, guest_name: 'Kid', guest_email: email, status: 'canceled' })
      .execute()

    const overview = await overviewOf(person)
    expect(overview.lessons).toMatchObject({
      count: 2,
      next: [
        { title: 'Casey Coach', page_id: coach.id, day: day(2), paid: false },
        { day: day(4), start_time: '16:00', end_time: '17:00', paid: true },
      ],
    })
    expect(overview.bookings).toMatchObject({ count: 1, next: [{ day: day(5), start_time: '18:00' }] })
    expect(overview.classes).toMatchObject({
      count: 1,
      next: [{ title: 'Hitting Lab', page_id: hitting.id, day: day(1), start_time: '17:00', paid: true }],
    })
    expect(overview.camps).toMatchObject({
      count: 1,
      next: [{ title: 'Spring Camp', page_id: camp, day: day(1), start_time: '09:00', paid: false }],
    })
    expect(await overviewOf(stranger)).toMatchObject({ lessons: nothing, classes: nothing, camps: nothing })
  })

  test('shows no amount due for free items', async () => {
    const person = await addPerson(app)
    const open = await addClass(app.db, 'Open House', [day(1)])
    await register(app.db, {
      class_instance_id: open.sessions[0] ?? '',
      user_id: person.id,
      total_cost: '0.00',
    })
    const camp = await addCamp(app.db, 'Open Camp', [[day(2), '09:00', '12:00']])
    await registerForCamp(app.db, { camp_id: camp, user_id: person.id, total_cost: '0.00' })
    expect(await overviewOf(person)).toMatchObject({
      classes: { next: [{ title: 'Open House', paid: true }] },
      camps: { next: [{ title: 'Open Camp', paid: true }] },
    })
  })

  test('uses the dates of a camp that has no timeslots', async () => {
    const person = await addPerson(app)
    const [past = '', running = ''] = await Promise.all(
      [
        [day(-5), day(-1)],
        [day(-2), day(2)],
      ].map(async ([start_date = '', end_date = '']) => {
        const camp = await app.db
          .insertInto('camps')
          .values({ name: 'Day Camp', start_date, end_date })
          .returning('id')
          .executeTakeFirstOrThrow()
        return camp.id
      }),
    )
    for (const camp_id of [past, running]) await registerForCamp(app.db, { camp_id, user_id: person.id })
    expect((await overviewOf(person)).camps).toMatchObject({
      count: 1,
      next: [{ page_id: running, day: today, start_time: null, end_time: null }],
    })
  })
})

describe('get-subscription, and the membership of the overview', () => {
  const subscriptionOf = (person: Person) =>
    bodyOf<{ subscription: unknown }>(app.request('/api/me/subscription', { cookie: person.cookie }))

  test('is the live membership with its period', async () => {
    const person = await addPerson(app)
    const period = { current_period_start: day(-3), current_period_end: day(27) }
    await app.db
      .insertInto('subscriptions')
      .values([
        { user_id: person.id, status: 'canceled', created_at: NOW },
        {
          user_id: person.id,
          status: 'past_due',
          cancel_at_period_end: true,
          current_period_start: `${period.current_period_start}T12:00:00Z`,
          current_period_end: `${period.current_period_end}T12:00:00Z`,
          frozen_from: `${period.current_period_end}T12:00:00Z`,
          frozen_until: `${day(57)}T12:00:00Z`,
          created_at: '2026-01-01T00:00:00Z',
        },
      ])
      .execute()
    const { subscription } = await subscriptionOf(person)
    expect(subscription).toMatchObject({
      status: 'past_due',
      stripe_subscription_id: null,
      cancel_at_period_end: true,
      current_period_start: `${period.current_period_start}T12:00:00.000Z`,
      current_period_end: `${period.current_period_end}T12:00:00.000Z`,
      created_at: '2026-01-01T00:00:00.000Z',
      freeze: { until: `${day(57)}T12:00:00.000Z`, begun: false },
    })
    expect((await overviewOf(person)).subscription).toEqual(subscription)
  })

  test.each(['incomplete', 'incomplete_expired', 'paused', 'canceled'] as const)(
    'is none when %s',
    async (status) => {
      const person = await addPerson(app)
      await app.db.insertInto('subscriptions').values({ user_id: person.id, status }).execute()
      expect(await subscriptionOf(person)).toEqual({ subscription: null })
      expect((await overviewOf(person)).subscription).toBeNull()
    },
  )

  test('is nobody else’s', async () => {
    await addPerson(app, { membership: 'active' })
    expect(await subscriptionOf(stranger)).toEqual({ subscription: null })
    expect((await app.request('/api/me/subscription')).status).toBe(401)
  })
})

test.each([
  'overview',
  'bookings',
  'lessons',
  'payments',
  'camp-registrations',
  'class-registrations',
  'subscription',
  'sessions',
  'email-change',
  'calendar-feed',
  'deletion',
])('what /api/me/%s shows is read in one statement, however much there is', async (what) => {
  const person = await addPerson(app, { membership: 'active' })
  const load = () => app.request(`/api/me/${what}`, { cookie: person.cookie })
  const executor = app.context.db.getExecutor()
  const { executeQuery } = executor
  const statements: string[] = []
  // The session is cached from here on.
  await load()
  executor.executeQuery = function counted(this: typeof executor, query) {
    statements.push(query.sql)
    return executeQuery.call(this, query)
  } as typeof executeQuery
  try {
    expect((await load()).status).toBe(200)
  } finally {
    executor.executeQuery = executeQuery
  }
  expect(statements).toHaveLength(1)
})

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Camp, CampDetail, CampRegistration } from '../../../shared/contract/programs/camps.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import {
  addCamp,
  addGuestRegistration,
  addHold,
  CAMP_DAYS,
  register,
  type TestCamp,
  teenager,
} from './campTestKit.ts'

let now = new Date()
let app: TestApp
let customer: Person
let other: Person

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => now } })
  ;[customer, other] = await Promise.all([addPerson(app, teenager), addPerson(app, teenager)])
})
afterEach(async () => {
  now = new Date()
  await app.db.deleteFrom('camp_registrations').execute()
  await app.db.deleteFrom('camp_registrations').where('guest_name', 'is not', null).execute()
  await app.db.deleteFrom('checkout_holds').execute()
  await app.db.deleteFrom('camps').execute()
})
afterAll(() => app.close())

const list = () => bodyOf<Camp[]>(app.request('/api/camps'))
const detail = (camp: TestCamp) => bodyOf<CampDetail>(app.request(`/api/camps/${camp.id}`))
const countOf = (id: string) => app.request(`/api/camps/${id}/active-registrations-count`)
const soon = () => new Date(now.getTime() + 60_000)

describe('list-camps', () => {
  test('shows published camps by start date, with their sessions in order and nobody’s name', async () => {
    const late = await addCamp(app.db, { start_date: '2099-07-06', end_date: '2099-07-07', name: 'Late' })
    await addCamp(app.db, { name: 'Draft', published: false })
    const early = await addCamp(app.db, {
      max_age: 12,
      name: 'Early',
      start_date: '2099-06-01',
      end_date: '2099-06-02',
      banner_url: 'summer/ball park.webp',
      bullet_points: ['Camp shirt'],
      timeslots: [
        { date: '2099-06-02', start_time: '13:00', end_time: '15:00' },
        { date: '2099-06-01', start_time: '13:00', end_time: '15:00' },
        { date: '2099-06-01', start_time: '09:00', end_time: '12:00' },
      ],
    })
    // Nobody of the right age then is born yet: the desk let this one in.
    await app.db.insertInto('camp_registrations').values({ camp_id: late.id, user_id: customer.id }).execute()
    const camps = await list()
    expect(camps.map(({ id }) => id)).toEqual([early.id, late.id])
    expect(camps[0]).toMatchObject({
      description: null,
      price: 180,
      max_spots: 20,
      age_group: '8-12 years',
      banner_url: '/files/camp-banners/summer/ball%20park.webp',
      bullet_points: ['Camp shirt'],
      spots_left: 20,
      registration_state: 'open',
      registration_open: true,
      starts_at: '2099-06-01T14:00:00.000Z',
      registration_ends_at: '2099-06-02T18:00:00.000Z',
    })
    expect(
      camps[0]?.camp_timeslots.map(({ date, start_time, end_time }) => [date, start_time, end_time]),
    ).toEqual([
      ['2099-06-01', '09:00', '12:00'],
      ['2099-06-01', '13:00', '15:00'],
      ['2099-06-02', '13:00', '15:00'],
    ])
    expect(camps[1]).toMatchObject({ active_registrations_count: 1, spots_left: 19 })
    expect(JSON.stringify(camps)).not.toContain(customer.id)
  })

  test('counts seats the same everywhere: guests and holds included, canceled ones not', async () => {
    const camp = await addCamp(app.db, { max_spots: 3 })
    await register(app, camp, customer)
    await addGuestRegistration(app.db, camp)
    await addGuestRegistration(app.db, camp, 'canceled')
    await addHold(app.db, camp, other, soon())
    const full = { active_registrations_count: 3, spots_left: 0, registration_state: 'full' }
    expect(await list()).toMatchObject([{ ...full, registration_open: false }])
    expect(await detail(camp)).toMatchObject(full)
    expect(await bodyOf(countOf(camp.id))).toBe(3)
  })

  test('closes registration when the facility closes it, and when the last session starts', async () => {
    const camp = await addCamp(app.db)
    const starts = instantOf(CAMP_DAYS[1], '09:00', 'America/Chicago').getTime()
    now = new Date(starts - 1)
    expect(await detail(camp)).toMatchObject({ registration_state: 'open' })
    now = new Date(starts)
    expect(await detail(camp)).toMatchObject({ registration_state: 'over', registration_open: false })
    now = new Date(0)
    await app.db.updateTable('camps').set({ registration_enabled: false }).execute()
    expect(await detail(camp)).toMatchObject({ registration_state: 'closed', registration_open: false })
  })
})

describe('get-camp', () => {
  test('gives the coaches by name, without those who have left and without their contact', async () => {
    const [zoe, abe, gone] = await Promise.all([
      addCoach(app.db, { name: 'Zoe', email: 'private@example.test', image: 'me.webp' }),
      addCoach(app.db, { name: 'Abe' }),
      addCoach(app.db, { name: 'Gone', active: false }),
    ])
    const camp = await addCamp(app.db, { coachIds: [zoe.id, abe.id, gone.id], timeslots: [] })
    const { camp_coaches } = await detail(camp)
    expect(camp_coaches.map(({ coach }) => coach.name)).toEqual(['Abe', 'Zoe'])
    expect(camp_coaches[1]?.coach).toEqual({
      id: zoe.id,
      name: 'Zoe',
      bio: 'Short swings, loud contact.',
      specialties: ['Hitting'],
      profile_image_url: '/files/coach-avatars/me.webp',
    })
  })

  test('does not find a camp that is not published or does not exist', async () => {
    const draft = await addCamp(app.db, { published: false })
    for (const id of [draft.id, randomUUID()]) {
      expect(await refusalOf(await app.request(`/api/camps/${id}`))).toEqual([404, 'camp_not_found'])
    }
    expect(await refusalOf(await app.request('/api/camps/skills'))).toEqual([400, 'invalid_input'])
  })
})

describe('get_camp_active_registrations_count', () => {
  test('does not answer for unpublished camps', async () => {
    const draft = await addCamp(app.db, { published: false })
    for (const id of [draft.id, randomUUID()]) {
      expect(await refusalOf(await countOf(id))).toEqual([404, 'camp_not_found'])
    }
  })
})

describe('get-my-camp-registration', () => {
  const mine = (camp: { id: string }, person: Person) =>
    bodyOf<CampRegistration | null>(
      app.request(`/api/camps/${camp.id}/my-registration`, { cookie: person.cookie }),
    )

  test("gives the caller's own registration, and nobody else's", async () => {
    const camp = await addCamp(app.db)
    await register(app, camp, customer)
    expect(await mine(camp, customer)).toMatchObject({
      camp_id: camp.id,
      status: 'registered',
      total_cost: 180,
      receipt_url: null,
    })
    expect(await mine(camp, other)).toBeNull()
    expect(await mine({ id: randomUUID() }, customer)).toBeNull()
  })

  test('has the receipt once it is paid, and is gone when it is canceled', async () => {
    const camp = await addCamp(app.db)
    await register(app, camp, customer)
    const registration = await mine(camp, customer)
    const receipt_url = 'https://receipts.example/1'
    const payment = await app.db
      .insertInto('payment_transactions')
      .values({
        user_id: customer.id,
        payment_type: 'camp_registration',
        total_amount: '180.00',
        status: 'completed',
        receipt_url,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payment_items')
      .values({
        payment_transaction_id: payment.id,
        amount: '180.00',
        camp_registration_id: registration?.id ?? '',
      })
      .execute()
    await app.db.updateTable('camp_registrations').set({ status: 'paid' }).execute()
    expect(await mine(camp, customer)).toMatchObject({ status: 'paid', receipt_url })
    await app.db.updateTable('camp_registrations').set({ status: 'canceled' }).execute()
    expect(await mine(camp, customer)).toBeNull()
  })

  test('shows the buyer a seat held by a checkout, until the hold ends', async () => {
    const camp = await addCamp(app.db, { max_spots: 1 })
    await addHold(app.db, camp, customer, soon())
    expect(await mine(camp, customer)).toEqual({ camp_id: camp.id, status: 'held' })
    expect(await mine(camp, other)).toBeNull()
    now = new Date(now.getTime() + 60_000)
    expect(await mine(camp, customer)).toBeNull()
  })

  test('is for people who are signed in', async () => {
    const camp = await addCamp(app.db)
    const response = await app.request(`/api/camps/${camp.id}/my-registration`)
    expect(await refusalOf(response)).toEqual([401, 'unauthenticated'])
  })
})

test('the stream of a camp sends its topic when a seat of it is taken, and not for other camps', async () => {
  const [camp, elsewhere] = [await addCamp(app.db), await addCamp(app.db)]
  const events = await followEvents(app, [`camp:${camp.id.toUpperCase()}`])
  await register(app, elsewhere, customer)
  await register(app, camp, customer)
  await events.next(`camp:${camp.id}`)
  // The event of its days can arrive after the stream was opened.
  expect(new Set(events.changed())).toEqual(new Set([`camp:${camp.id}`]))
  await events.end()
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NextUpItem } from '../../../shared/contract/accounts/nextUp.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addCamp, addClass, register, registerForCamp } from './accountTestKit.ts'

/** Tomorrow, 5:30 PM in Chicago. */
const NOW = instantOf(addDays(facilityDay(new Date(), ZONE), 1), '17:30', ZONE)
const today = facilityDay(NOW, ZONE)
const day = (count: number) => addDays(today, count)

let app: TestApp
let cages: string[]
let coach: TestCoach

beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => NOW } })
  cages = await addCages(app.db, 40)
  coach = await addCoach(app.db, { name: 'Casey' })
})
afterAll(() => app.close())

interface Page {
  items: NextUpItem[]
  cursor: string | null
}
const read = (person: Person, query = '') => app.request(`/api/me/next-up${query}`, { cookie: person.cookie })
const nextUpOf = (person: Person, query = '') => bodyOf<Page>(read(person, query))
const titles = ({ items }: Page) =>
  items.map(({ title, day: on, start_time }) => `${title.replace(/ \d+$/, '')} ${on} ${start_time}`)

let used = 0
/** Each booking has a cage of its own: none stands in the way of another test's. */
const nextCage = () => cages[used++ % cages.length] ?? ''

const rental = (person: Person, on: string, from: string, to: string, more: object = {}) =>
  app.db
    .insertInto('bookings')
    .values({
      user_id: person.id,
      cage_id: nextCage(),
      start_time: instantOf(on, from, ZONE),
      end_time: instantOf(on, to, ZONE),
      total_cost: '20.00',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const lesson = (person: Person, on: string, from: string, to: string, more: object = {}) =>
  app.db
    .insertInto('coach_bookings')
    .values({
      customer_type: 'user',
      customer_id: person.id,
      coach_id: coach.id,
      cage_id: nextCage(),
      lesson_date: on,
      start_time: from,
      end_time: to,
      duration_minutes: 60,
      coach_rate: '60.00',
      cage_cost: '30.00',
      ...more,
    })
    .execute()

describe('list-next-up', () => {
  test('is empty for someone new, and asks a visitor to sign in', async () => {
    expect(await nextUpOf(await addPerson(app))).toEqual({ items: [], cursor: null })
    expect((await app.request('/api/me/next-up')).status).toBe(401)
  })

  test('has all kinds in one order of time: the days of a camp among the rest, nothing over or canceled', async () => {
    const person = await addPerson(app)
    await rental(person, today, '16:30', '17:30')
    await rental(person, today, '17:00', '18:00')
    await rental(person, day(4), '16:00', '17:00', { status: 'canceled' })
    await lesson(person, day(3), '10:00', '11:00', { payment_status: 'paid' })
    const { sessions } = await addClass(app.db, 'Hitting', [day(4), day(5)])
    for (const session of sessions)
      await register(app.db, { class_instance_id: session, user_id: person.id, status: 'paid' })
    await app.db
      .updateTable('class_instances')
      .set({ status: 'canceled' })
      .where('id', '=', sessions[1] ?? '')
      .execute()
    const camp = await addCamp(app.db, 'Fall Camp', [
      [day(0), '09:00', '12:00'],
      [day(2), '09:00', '12:00'],
      [day(6), '09:00', '12:00'],
    ])
    const seat = await registerForCamp(app.db, { camp_id: camp, user_id: person.id })
    const page = await nextUpOf(person)
    expect(titles(page)).toEqual([
      `Cage ${today} 17:00`,
      `Fall Camp ${day(2)} 09:00`,
      `Casey ${day(3)} 10:00`,
      `Hitting ${day(4)} 17:00`,
      `Fall Camp ${day(6)} 09:00`,
    ])
    expect(page.items.map(({ kind, paid, cost, place }) => [kind, paid, cost, place])).toEqual([
      ['booking', false, 20, null],
      ['camp', false, 120, null],
      ['lesson', true, 90, expect.stringMatching(/^Cage \d+$/)],
      ['class', true, 25, null],
      ['camp', false, 120, null],
    ])
    const days = page.items.filter(({ id }) => id === seat)
    expect(days.map(({ part }) => part)).toEqual([
      { number: 2, of: 3 },
      { number: 3, of: 3 },
    ])
    expect(new Set(page.items.map(({ key }) => key)).size).toBe(5)
  })

  test('says until when each can be changed, by the rule that it was booked under', async () => {
    const person = await addPerson(app)
    await rental(person, today, '17:00', '18:00')
    await rental(person, day(1), '17:00', '18:00')
    await rental(person, day(2), '17:00', '18:00', { cancellation_cutoff_hours: 48 })
    await rental(person, day(3), '17:00', '18:00')
    const camp = await addCamp(app.db, 'Long Camp', [
      [day(20), '09:00', '12:00'],
      [day(21), '09:00', '12:00'],
    ])
    await registerForCamp(app.db, { camp_id: camp, user_id: person.id, cancellation_cutoff_days: 7 })
    const { items } = await nextUpOf(person)
    const at = (on: number, time: string) => instantOf(day(on), time, ZONE).toISOString()
    expect(items.map(({ change }) => change)).toMatchObject([
      { allowed: false, reason: 'already_started' },
      { allowed: false, reason: 'change_too_late', until: at(0, '17:00') },
      { allowed: false, reason: 'change_too_late', until: at(0, '17:00') },
      { allowed: true, reason: null, until: at(2, '17:00') },
      // The camp is canceled as a whole: both of its days have the cut-off of the first.
      { allowed: true, reason: null, until: at(13, '09:00') },
      { allowed: true, reason: null, until: at(13, '09:00') },
    ])
  })

  test('has a camp without times on its first day that is not over', async () => {
    const person = await addPerson(app)
    const { id } = await app.db
      .insertInto('camps')
      .values({ name: 'Open Camp', price: '10.00', start_date: day(-1), end_date: day(2), published: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await registerForCamp(app.db, { camp_id: id, user_id: person.id })
    const { items } = await nextUpOf(person)
    expect(items).toMatchObject([{ title: 'Open Camp', day: today, start_time: null, part: null }])
  })

  test('is the whole household: who takes part, and who booked it; nobody else reads it', async () => {
    const [parent, other, stranger] = await Promise.all([
      addPerson(app, { name: 'Pat Parent' }),
      addPerson(app),
      addPerson(app),
    ])
    const child = await addChild(app.db, [parent, other], { name: 'Mia' })
    await rental(parent, day(1), '16:00', '17:00', { participant_id: child })
    await rental(parent, day(2), '16:00', '17:00')
    const who = async (person: Person) =>
      (await nextUpOf(person)).items.map(({ participant, booked_by }) => [participant?.name, booked_by])
    expect(await who(parent)).toEqual([
      ['Mia', null],
      [undefined, null],
    ])
    expect(await who(other)).toEqual([['Mia', 'Pat Parent']])
    expect(await who(stranger)).toEqual([])
  })

  test('goes on by cursor without skips, also between rows of one moment, and refuses the cursor of another person', async () => {
    const [person, stranger] = await Promise.all([addPerson(app), addPerson(app)])
    for (const _ of [1, 2]) await rental(person, day(8), '16:00', '17:00')
    await lesson(person, day(9), '16:00', '17:00')
    const all = await nextUpOf(person)
    const seen: NextUpItem[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await nextUpOf(person, `?page_size=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items)
      cursor = page.cursor
      if (cursor && seen.length === 1)
        expect(await refusalOf(await read(stranger, `?page_size=1&cursor=${cursor}`))).toEqual([
          400,
          'cursor_invalid',
        ])
    }
    expect(seen).toEqual(all.items)
    expect(seen).toHaveLength(3)
  })
})

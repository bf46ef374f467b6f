import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookingTotals, ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import { addDays, dayBounds, facilityDay, instantOf, mondayOf } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { readBookingTotals } from './bookingList.ts'

interface Page {
  items: ListedBooking[]
  cursor: string | null
  totals?: BookingTotals | null
}

// At noon of the facility: every range has hours before and after it.
const TODAY = facilityDay(new Date(), ZONE)
const ahead = (days: number) => addDays(TODAY, days)
const NOW = instantOf(TODAY, '12:00', ZONE)

let app: TestApp
let desk: Person
let cages: string[]
let coach: string
beforeAll(async () => {
  app = await startTestApp({ clock: { now: () => NOW } })
  desk = await addPerson(app, { role: 'desk', name: 'Front Desk' })
  cages = await addCages(app.db, 4)
  const { id } = await app.db
    .insertInto('coaches')
    .values({ name: 'Casey Coach' })
    .returning('id')
    .executeTakeFirstOrThrow()
  coach = id
  const statuses = ['pending payment', 'paid', 'canceled'] as const
  for (let n = -9; n <= 9; n += 1) {
    const day = ahead(n)
    // The first and the last half hour of a day, which in UTC is another one.
    for (const [at, time] of ['00:00', '11:00', '13:00', '23:30'].entries()) {
      const start_time = instantOf(day, time, ZONE)
      const end_time = new Date(start_time.getTime() + 1_800_000)
      const place = { start_time, end_time, cage_id: cages[at] ?? '', total_cost: `${20 + at}.50` }
      const status = statuses[(at + n + 9) % 3] ?? 'paid'
      await app.db
        .insertInto('bookings')
        .values({ ...place, user_id: desk.id, status })
        .execute()
    }
    await app.db
      .insertInto('coach_bookings')
      .values({
        ...{ coach_id: coach, cage_id: cages[3] ?? '', customer_type: 'user', customer_id: desk.id },
        ...{ lesson_date: day, start_time: '16:00', end_time: '17:00', duration_minutes: 60 },
        ...{ coach_rate: '50', cage_cost: '30', status: 'pending payment' },
      })
      .execute()
  }
})
afterAll(() => app.close())

const ask = (query: Record<string, string>, { cookie } = desk) =>
  app.request(`/api/admin/bookings?${new URLSearchParams({ page_size: '100', ...query })}`, { cookie })
const list = (query: Record<string, string>) => bodyOf<Page>(ask(query))

/** All of the list, to be filtered here as the server has to. */
let all: ListedBooking[] | undefined
const everything = async () => {
  all ??= (await list({})).items
  return all
}
const startsOf = (rows: readonly ListedBooking[]) => rows.map(({ id }) => id)
const between =
  (from: string, to: string) =>
  ({ start_time }: ListedBooking) =>
    dayBounds(from, ZONE).start <= new Date(start_time) && new Date(start_time) < dayBounds(to, ZONE).end

describe('get_all_bookings_for_admin filters', () => {
  const monday = mondayOf(TODAY)
  const yesterday = ahead(-1)
  test.each<[string, Record<string, string>, (row: ListedBooking) => boolean]>([
    ['today', { range: 'today' }, between(TODAY, TODAY)],
    ['yesterday', { range: 'yesterday' }, between(yesterday, yesterday)],
    ['the week from Monday', { range: 'week' }, between(monday, addDays(monday, 6))],
    ['days of one’s own', { from_day: ahead(-4), to_day: ahead(-2) }, between(ahead(-4), ahead(-2))],
    ['from a day on', { from_day: ahead(3) }, between(ahead(3), ahead(30))],
    ['up to a day', { to_day: ahead(-7) }, between(ahead(-99), ahead(-7))],
    ['cage time', { kind: 'cage' }, ({ kind }) => kind === 'booking'],
    ['lessons', { kind: 'lesson' }, ({ kind }) => kind === 'lesson'],
    ['classes', { kind: 'class' }, () => false],
    ['what is past', { when: 'past' }, ({ start_time }) => new Date(start_time) < NOW],
    ['what is to come', { when: 'upcoming' }, ({ start_time }) => new Date(start_time) >= NOW],
    [
      'what is unpaid and past, of a week',
      { when: 'past', status_filter: 'pending payment', range: 'week' },
      (row) =>
        between(monday, TODAY)(row) && new Date(row.start_time) < NOW && row.status === 'pending payment',
    ],
  ])('by %s, and the totals are the sums of all its rows', async (_, query, wanted) => {
    const expected = (await everything()).filter(wanted)
    const { items, totals } = await list({ ...query, totals: 'true' })

    expect(startsOf(items)).toEqual(startsOf(expected))
    const sum = (rows: readonly ListedBooking[]) =>
      rows.reduce((total, { total_cost }) => total + total_cost, 0)
    const unpaid = expected.filter(({ status }) => status === 'pending payment')
    expect(totals).toEqual({
      count: expected.length,
      total_cost: sum(expected.filter(({ status }) => status !== 'canceled')),
      unpaid_count: unpaid.length,
      unpaid_cost: sum(unpaid),
    })
  })

  test('by cage and by coach, lessons in that cage included', async () => {
    const inCage = await list({ cage_id: cages[3] ?? '' })
    expect(startsOf(inCage.items)).toEqual(
      startsOf((await everything()).filter((row) => row.cages.some(({ id }) => id === cages[3]))),
    )
    const ofCoach = await list({ coach_id: coach })
    expect(ofCoach.items).toHaveLength(19)
  })

  test('page by page, without a gap or a repetition, and with totals on the first page only', async () => {
    const query = { range: 'week', page_size: '5', totals: 'true' }
    const whole = await list({ range: 'week' })
    const found: string[] = []
    let page = await list(query)
    expect(page.totals).not.toBeNull()
    for (;;) {
      found.push(...startsOf(page.items))
      if (!page.cursor) break
      page = await list({ ...query, cursor: page.cursor })
      expect(page.totals).toBeUndefined()
    }
    expect(found).toEqual(startsOf(whole.items))
  })

  test('a search has totals too, and what nobody asked to add up is not', async () => {
    expect((await list({ range: 'today', search_query: 'casey', totals: 'true' })).totals).toMatchObject({
      count: 1,
      total_cost: 80,
    })
    expect((await list({ range: 'today' })).totals).toBeUndefined()
  })

  test('more rows than are added up have no totals, but the days of a month always have', async () => {
    const days = (from: string, to: string) => ({
      page_size: 15,
      span: { start: dayBounds(from, ZONE).start, end: dayBounds(to, ZONE).end },
    })
    const week = await readBookingTotals(app.db, days(mondayOf(TODAY), addDays(mondayOf(TODAY), 6)), NOW)
    expect(week?.count).toBeGreaterThan(10)
    expect(
      await readBookingTotals(app.db, days(mondayOf(TODAY), addDays(mondayOf(TODAY), 6)), NOW, 10),
    ).toEqual(week)
    expect(
      await readBookingTotals(app.db, days(mondayOf(TODAY), addDays(mondayOf(TODAY), 60)), NOW, 10),
    ).toBeNull()
    expect(await readBookingTotals(app.db, { page_size: 15 }, NOW, 10)).toBeNull()
    expect(await readBookingTotals(app.db, { page_size: 15 }, NOW, 95)).toMatchObject({ count: 95 })
  })

  test('a cursor of another range is refused, and so are days that are none', async () => {
    const { cursor } = await list({ range: 'week', page_size: '5' })
    expect(await refusalOf(await ask({ range: 'today', cursor: cursor ?? '' }))).toEqual([
      400,
      'cursor_invalid',
    ])
    expect(await refusalOf(await ask({ from_day: '2027-02-30' }))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await ask({ cage_id: 'all' }))).toEqual([400, 'invalid_input'])
  })

  test('export-bookings has the rows of the range', async () => {
    const file = await app.request('/api/admin/bookings.csv?range=yesterday&kind=cage', {
      cookie: desk.cookie,
    })
    const lines = (await file.text()).trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).toContain(facilityDay(instantOf(ahead(-1), '12:00', ZONE), ZONE))
  })

  test('nobody but the desk and admins reads it', async () => {
    for (const role of ['user', 'coach'] as const) {
      const person = await addPerson(app, { role })
      expect((await ask({ range: 'today', totals: 'true' }, person)).status).toBe(403)
    }
    const admin = await addPerson(app, { role: 'admin' })
    expect((await ask({ range: 'today', totals: 'true' }, admin)).status).toBe(200)
  })
})

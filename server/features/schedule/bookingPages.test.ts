// @module-tag slow

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { seedFacility } from '../../seed/facility.ts'
import { addCages } from '../../test/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type BookingQuery, listBookings } from './bookingList.ts'

const HOUR = 3_600_000
const NOW = new Date('2027-05-05T18:00:00Z')
const NAMES = ['Ann Crowd', 'Ben Crowd', 'Cal Crowd', 'Dee Crowd', 'Eve Other']
const STATUSES = ['pending payment', 'paid', 'canceled'] as const

let database: TestDatabase
let db: Db
let cages: string[]
const people = NAMES.map((full_name) => ({
  id: randomUUID(),
  full_name,
  email: `${randomUUID()}@example.test`,
}))

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 2))
  await seedFacility(db)
  cages = await addCages(db, 24)
  await db.insertInto('profiles').values(people).execute()
  await fill()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Eight hours, each with groups of several people, statuses and cages that start at the same moment. */
async function fill(): Promise<void> {
  await db.deleteFrom('bookings').execute()
  const rows = Array.from({ length: 8 }, (_, hour) =>
    cages.map((cage_id, n) => ({
      cage_id,
      user_id: people[(n >> 1) % people.length]?.id ?? null,
      status: STATUSES[((n >> 3) + hour) % 3] ?? ('paid' as const),
      ...times(hour - 4),
      total_cost: '30',
    })),
  ).flat()
  await db.insertInto('bookings').values(rows).execute()
}

const times = (hours: number) => ({
  start_time: new Date(NOW.getTime() + hours * HOUR),
  end_time: new Date(NOW.getTime() + (hours + 1) * HOUR),
})

/** A row of the list as text: when, who, status and how many. */
const rowOf = (start: Date, name: string, status: string, count: number) =>
  `${start.toISOString()} ${name} ${status} ${count}`

/** The list as it must be, grouped from the bookings themselves; rows that start together in no order. */
async function direct(
  wanted: (name: string, status: string, cages: readonly string[]) => boolean = () => true,
): Promise<string[]> {
  const bookings = await db
    .selectFrom('bookings')
    .innerJoin('profiles', 'profiles.id', 'bookings.user_id')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .select(['start_time', 'full_name', 'status', 'cages.name as cage'])
    .execute()
  const groups = Map.groupBy(
    bookings,
    ({ start_time, full_name, status }) => `${start_time.toISOString()}|${full_name}|${status}`,
  )
  const rows = [...groups.values()].flatMap(([first, ...others]) =>
    first &&
    wanted(
      first.full_name,
      first.status,
      [first, ...others].map(({ cage }) => cage),
    )
      ? [
          {
            start: first.start_time,
            row: rowOf(first.start_time, first.full_name, first.status, others.length + 1),
          },
        ]
      : [],
  )
  const upcoming = rows
    .filter(({ start }) => start >= NOW)
    .sort((a, b) => +a.start - +b.start || (a.row < b.row ? -1 : 1))
  const past = rows
    .filter(({ start }) => start < NOW)
    .sort((a, b) => +b.start - +a.start || (a.row < b.row ? -1 : 1))
  return [...upcoming, ...past].map(({ row }) => row)
}

type Bounds = NonNullable<Parameters<typeof listBookings>[3]>

async function page(query: Partial<BookingQuery>, bounds?: Bounds) {
  const found = await listBookings(db, { page_size: 7, ...query }, NOW, bounds)
  if (found instanceof Refusal) throw new Error(found.code)
  const rows = found.items.map(({ start_time, customer_name, status, booking_count }) =>
    rowOf(new Date(start_time), customer_name ?? '', status, booking_count),
  )
  return { rows, ids: found.items.map(({ ids }) => ids), cursor: found.cursor }
}

/** All pages, one after the other; `between` runs before each but the first. */
async function walk(query: Partial<BookingQuery>, bounds?: Bounds, between = async (_page: number) => {}) {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    if (cursor) await between(pages.length)
    const next: Awaited<ReturnType<typeof page>> = await page({ ...query, ...(cursor && { cursor }) }, bounds)
    pages.push(next.rows)
    cursor = next.cursor
  } while (cursor)
  return pages
}

const startsOf = (rows: readonly string[]) => rows.map((row) => row.slice(0, 24))

const crowd = (name: string) => name.endsWith('Crowd')
const few = { people: 5_000, stride: 5_000, walks: 4 }
const many = { people: 2, stride: 40, walks: 2 }
const cases: [string, Partial<BookingQuery>, Bounds, Parameters<typeof direct>[0]][] = [
  ['of all bookings', {}, few, undefined],
  ['of one status', { status_filter: 'paid' }, few, (_, status) => status === 'paid'],
  ['of a search with few people', { search_query: 'crowd' }, few, crowd],
  ['of a search with one person', { search_query: 'ann' }, few, (name) => name.startsWith('Ann')],
  ['of a search with many people', { search_query: 'crowd' }, many, crowd],
  [
    'of a search with many people and a status',
    { search_query: 'crowd', status_filter: 'canceled' },
    many,
    (name, status) => crowd(name) && status === 'canceled',
  ],
  [
    'of a search with many people and a cage, in short steps',
    { search_query: 'crowd cage 7' },
    { people: 2, stride: 5, walks: 40 },
    (name, _status, taken) => crowd(name) && taken.includes('Cage 7'),
  ],
  ['of a search for what is booked', { search_query: 'cage' }, few, undefined],
  ['of a search for what is booked, going along the list', { search_query: 'cage' }, many, undefined],
]

describe.each(cases)('The pages %s', (_, query, bounds, wanted) => {
  test.each([1, 7, 100])('of %d rows are together what a direct grouping has', async (page_size) => {
    const pages = await walk({ ...query, page_size }, bounds)
    const due = await direct(wanted)
    expect(startsOf(pages.flat())).toEqual(startsOf(due))
    expect(pages.flat().toSorted()).toEqual(due.toSorted())
    if (bounds === few) expect(pages.slice(0, -1).every(({ length }) => length === page_size)).toBe(true)
  })

  test('by number are the same as by cursor', async () => {
    const [whole = []] = await walk({ ...query, page_size: 100 }, { ...bounds, walks: 1_000 })
    const second = await page({ ...query, page_number: 2 }, { ...bounds, walks: 1_000 })
    const cursor = (await page(query, { ...bounds, walks: 1_000 })).cursor ?? ''
    const byCursor = await page({ ...query, cursor }, { ...bounds, walks: 1_000 })
    expect(second.rows).toEqual(whole.slice(7, 14))
    expect(byCursor.rows).toEqual(second.rows)
  })
})

test('A page keeps the moment that divides upcoming from past as its first page had it', async () => {
  const first = await listBookings(db, { page_size: 7 }, NOW)
  if (first instanceof Refusal) throw new Error(first.code)
  const later = new Date(NOW.getTime() + 3 * HOUR)
  const next = await listBookings(db, { page_size: 100, cursor: first.cursor ?? '' }, later)
  if (next instanceof Refusal) throw new Error(next.code)
  const rows = [...first.items, ...next.items]
  expect(rows.reduce((sum, { booking_count }) => sum + booking_count, 0)).toBeGreaterThan(7 * 24)
  expect(new Set(rows.flatMap(({ ids }) => ids)).size).toBe(
    rows.reduce((sum, { ids }) => sum + ids.length, 0),
  )
})

describe('A change between the pages', () => {
  beforeEach(fill)

  test.each(cases)('%s makes them skip and repeat nothing', async (_, query, bounds, wanted) => {
    const before = await direct(wanted)
    const pages = await walk(query, bounds, async (number) => {
      if (number !== 2) return
      // Before, on and after the place where the next page begins.
      const rows = await db.selectFrom('bookings').select('id').orderBy('start_time').orderBy('id').execute()
      const gone = rows.filter((_row, n) => n % 9 === 0).map(({ id }) => id)
      await db.deleteFrom('bookings').where('id', 'in', gone).execute()
      const late = { ...times(30), cage_id: cages[0] ?? '', user_id: people[0]?.id ?? null, total_cost: '30' }
      await db
        .insertInto('bookings')
        .values({ ...late, status: 'paid' })
        .execute()
    })
    const seen = pages.flat()
    const after = await direct(wanted)
    expect(new Set(seen.map((row) => row.replace(/ \d+$/, ''))).size).toBe(seen.length)
    expect(after.filter((row) => before.includes(row) && !seen.includes(row))).toEqual([])
  })
})

import type { Db } from '../server/db/database.ts'
import { listPayments } from '../server/features/payments/paymentList.ts'
import { readPaymentTotals } from '../server/features/payments/paymentTotals.ts'
import { listPeople } from '../server/features/people/peopleList.ts'
import { readStandings } from '../server/features/people/peopleStanding.ts'
import { readAttention } from '../server/features/reports/attention.ts'
import { readSeries, readStats } from '../server/features/reports/figures.ts'
import {
  type BookingQuery,
  listBookings,
  readBookingTotals,
} from '../server/features/schedule/bookingList.ts'
import { searchEverything } from '../server/features/schedule/everything.ts'
import { readScheduleDay, readScheduleDays } from '../server/features/schedule/schedule.ts'
import { Refusal } from '../server/refusal.ts'
import { addDays, facilityDay } from '../shared/domain/time/time.ts'

// What is read of the lists; `round` counts up, for reads of another day each time.

const ZONE = 'America/Chicago'

export type Read = (db: Db, round: number) => Promise<unknown>
const now = new Date()
const bookings =
  (query: Partial<BookingQuery>): Read =>
  async (db) => {
    const page = await listBookings(db, { page_size: 15, ...query }, now)
    if (page instanceof Refusal) throw new Error(page.code)
    return page
  }
const people =
  (query: object): Read =>
  async (db) => {
    const page = await listPeople(db, { page_size: 15, ...query })
    if (page instanceof Refusal) throw new Error(page.code)
  }
const payments =
  (query: object): Read =>
  async (db) => {
    const page = await listPayments(db, { page_size: 15, sort: 'newest', ...query })
    if (page instanceof Refusal) throw new Error(page.code)
    return page
  }
const everything =
  (search: string): Read =>
  (db) =>
    searchEverything(db, search, now)
const cursors = new WeakMap<Db, string>()
/** A page after a place in the past, so many days ago, by a real cursor that is moved there. */
const deep: Read = async (db, round) => {
  const cursor = cursors.get(db) ?? (await secondPage(db))
  cursors.set(db, cursor)
  const place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  place.k[1] = 1
  place.k[2] = (now.getTime() - (200 + (round % 30) * 40) * 86_400_000) * 1000
  return bookings({ cursor: Buffer.from(JSON.stringify(place)).toString('base64url') })(db, round)
}
async function secondPage(db: Db): Promise<string> {
  const first = await listBookings(db, { page_size: 15 }, now)
  if (first instanceof Refusal || !first.cursor) throw new Error('There is no second page.')
  return first.cursor
}
const day = (round: number) => addDays(facilityDay(now, ZONE), round * 3 - 60)

/** Paging must not depend on how many bookings there are. */
export const paging: Record<string, Read> = {
  'first page': bookings({}),
  'first page of a status': bookings({ status_filter: 'pending payment' }),
  'tenth page': bookings({ page_number: 10 }),
  'a page by cursor, deep in the past': deep,
  'first page of payments': payments({}),
  'first page of payments, oldest first': payments({ sort: 'oldest' }),
  'first page of payments of a status': payments({ status_filter: 'completed' }),
}
const searches = [
  ...['garcia', 'García', 'mart', 'an', 'a', 'jose garcia', 'player4711@', '@gmail.com', 'example'],
  ...[
    '555-0123',
    '(409) 555',
    '4095550123',
    '55',
    'cage 7',
    'cage',
    'garcia cage 7',
    'lesson',
    'hitting lab 5',
  ],
  ...[
    'noah',
    'mia',
    'noah garcia',
    'wren cage 7',
    'zzyzx',
    'dormant',
    'oldclub',
    'dormant cage 7',
    'x'.repeat(100),
    'e e e e e e e e',
    'a e i o u',
    '%%%',
    '⚾️',
  ],
  ...['שלום', 'مرحبا', 'Ünïcödé', 'player 1 2 3', 'josé\u0301 smith jones brown'],
]
/** The days of a week, another one each time. */
const weekOf = (round: number) => ({
  start: new Date(now.getTime() - (round * 7 + 7) * 86_400_000),
  end: new Date(now.getTime() - round * 7 * 86_400_000),
})
const filtered: Record<string, Read> = {
  'bookings of a week': (db, round) => listBookings(db, { page_size: 50, span: weekOf(round) }, now),
  'bookings of a week, lessons': (db, round) =>
    listBookings(db, { page_size: 50, span: weekOf(round), kind: 'lesson' }, now),
  'bookings, lessons only': bookings({ page_size: 50, kind: 'lesson' }),
  'bookings, classes only': bookings({ page_size: 50, kind: 'class' }),
  'bookings, unpaid and past': bookings({ page_size: 50, when: 'past', status_filter: 'pending payment' }),
  'totals of bookings of a week': (db, round) =>
    readBookingTotals(db, { page_size: 50, span: weekOf(round) }, now),
  'totals of bookings, unpaid and past': (db) =>
    readBookingTotals(db, { page_size: 50, when: 'past', status_filter: 'pending payment' }, now),
  'totals of all bookings': (db) => readBookingTotals(db, { page_size: 50 }, now),
  'payments of a week': (db, round) =>
    listPayments(db, { page_size: 50, sort: 'newest', span: weekOf(round) }),
  'payments by a method': payments({ page_size: 50, method: 'online' }),
  'payments by a method that nothing has': payments({ page_size: 50, method: 'desk_card' }),
  'totals of payments of a week': (db, round) =>
    readPaymentTotals(db, { page_size: 50, sort: 'newest', span: weekOf(round) }),
  'totals of all payments': (db) => readPaymentTotals(db, { page_size: 50, sort: 'newest' }),
  'users with what they owe': async (db) => {
    const page = await listPeople(db, { page_size: 50, sort: 'newest' })
    if (page instanceof Refusal) throw new Error(page.code)
    await readStandings(
      db,
      page.items.map(({ id }) => id),
      now,
    )
  },
  members: people({ page_size: 50, member: 'true' }),
}
export const others: Record<string, Read> = {
  ...filtered,
  'page 100 by number': bookings({ page_number: 100 }),
  'page 100 of 100 rows by number': bookings({ page_number: 100, page_size: 100 }),
  day: (db, round) => readScheduleDay(db, day(round), ZONE),
  week: (db, round) =>
    readScheduleDays(db, { from: day(round), to: addDays(day(round), 6), perDay: undefined, timeZone: ZONE }),
  'dashboard, figures': (db) => readStats(db, now, ZONE),
  'dashboard, months': (db) => readSeries(db, 'month', now, ZONE),
  'dashboard, needs attention': (db) => readAttention(db, now, ZONE),
  'month, three a day': (db, round) =>
    readScheduleDays(db, { from: day(round), to: addDays(day(round), 41), perDay: 3, timeZone: ZONE }),
  ...Object.fromEntries(
    searches.map((search_query) => [`search ${label(search_query)}`, bookings({ search_query })]),
  ),
  'search dormant, paid': bookings({ search_query: 'dormant', status_filter: 'paid' }),
  'search garcia, page 10': bookings({ search_query: 'garcia', page_number: 10 }),
  'people by name': people({}),
  'people, newest': people({ sort: 'newest' }),
  ...Object.fromEntries(
    ['garcia', 'noah', 'noah garcia', 'a', 'player', 'player4711', '555-0123', 'zzyzx', 'שלום'].flatMap(
      (search_query) => [
        [`people ${label(search_query)}`, people({ search_query })],
        [`people ${label(search_query)}, newest`, people({ search_query, sort: 'newest' })],
      ],
    ),
  ),
  ...Object.fromEntries(
    ['garcia', 'pat example', 'jose', '555-0123', 'r-1a2b3c4d', 'zzyzx'].map((search_query) => [
      `payments ${label(search_query)}`,
      payments({ search_query }),
    ]),
  ),
  ...Object.fromEntries(
    ['garcia', 'noah', 'noah garcia', 'a', 'player4711', '555-0123', 'r-1a2b3c4d', 'cage 7', 'zzyzx'].map(
      (search) => [`Ctrl+K ${label(search)}`, everything(search)],
    ),
  ),
}

function label(search: string): string {
  return search.length > 40 ? `of ${search.length} characters` : `'${search}'`
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FoundEverywhere } from '../../../shared/contract/people/staffSearch.ts'
import { idEndOf } from '../../../shared/domain/bookings/shortNumber.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { receiptNumber } from '../../../shared/domain/money/receipts.ts'
import type { Db } from '../../db/database.ts'
import { hasWord, type SearchWord, searchWords } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { listPayments } from '../payments/paymentList.ts'
import { readGroups } from './bookingEntries.ts'
import { listBookings } from './bookingList.ts'
import { positionsOfNumber } from './bookingPositions.ts'

/** How many of each kind are shown. */
const SHOWN = 5
/**
 * Among so many whose household has the words, the first by name are looked for. Not sorted before this bound: the planner
 * would go through everybody by name, which takes long where those who have the words come late in the alphabet.
 */
const LOOKED_THROUGH = 5_000
/** Among so many people the payments are looked for. */
const PEOPLE_WITH_PAYMENTS = 50

/** The first people, participants, bookings and payments that a search finds, for the desk's search field, or that a ticket's number names. */
export async function searchEverything(db: Db, search: string, now: Date): Promise<FoundEverywhere> {
  const words = searchWords(search)
  if (!words || words.length === 0) return { people: [], participants: [], bookings: [], payments: [] }
  const [people, participants, bookings, payments, ofTicket] = await Promise.all([
    findAccounts(db, words),
    findParticipants(db, words),
    listBookings(db, { search_query: search, page_size: SHOWN }, now),
    findPayments(db, search, words),
    findTicket(db, idEndOf(search)),
  ])
  const listed = bookings instanceof Refusal ? [] : bookings.items
  return {
    people,
    participants: firstOf([...ofTicket.campers, ...participants]),
    bookings: firstOf([...ofTicket.bookings, ...listed]),
    payments,
  }
}

/** The first of each id. */
const firstOf = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) === at).slice(0, SHOWN)

/** What has the number that a customer reads out from the ticket. A camp is no booking: of it, who takes part. */
async function findTicket(db: Db, idEnd: string | null) {
  if (idEnd === null) return { bookings: [], campers: [] }
  const [bookings, { rows }] = await Promise.all([
    positionsOfNumber(db, idEnd, SHOWN).then((positions) => readGroups(db, positions)),
    sql<FoundEverywhere['participants'][number]>`
      select person.id, person.name as full_name, customer.id as customer_id, customer.full_name as customer_name
      from camp_registrations seat
      join participants person on person.id = seat.participant_id
      join profiles customer on customer.id = seat.user_id
      where right(seat.id::text, 5) = ${idEnd} order by seat.created_at desc limit ${sql.lit(SHOWN)}`.execute(
      db,
    ),
  ])
  return { bookings, campers: rows }
}

const inText = (column: 'own' | 'search', words: readonly SearchWord[]) =>
  words.map(({ people }) => hasWord(sql.ref(column), people))
const all = (conditions: RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

/** By what they are called themselves: their children are found beside them. */
async function findAccounts(db: Db, words: readonly SearchWord[]): Promise<FoundEverywhere['people']> {
  const { rows } = await sql<FoundEverywhere['people'][number]>`
    select id, name as full_name, email, phone as phone_number, role
    from (
      select * from people_index where kind = 'account' and ${all(inText('search', words))}
      limit ${sql.lit(LOOKED_THROUGH)}
    ) found
    where ${all(inText('own', words))} order by sort_name, id limit ${sql.lit(SHOWN)}`.execute(db)
  return rows
}

/** By their own name, and the adults' for the other words. */
async function findParticipants(
  db: Db,
  words: readonly SearchWord[],
): Promise<FoundEverywhere['participants']> {
  const { rows } = await sql<FoundEverywhere['participants'][number]>`
    select found.id, found.full_name, customer.id as customer_id, customer.full_name as customer_name
    from (
      select id, name as full_name, sort_name
      from (
        select * from people_index where kind = 'participant' and ${all(inText('search', words))}
        limit ${sql.lit(LOOKED_THROUGH)}
      ) household
      where ${sql.join(inText('own', words), sql` or `)} order by sort_name, id limit ${sql.lit(SHOWN)}
    ) found
    cross join lateral (
      select profiles.id, profiles.full_name
      from participant_adults adult join profiles on profiles.id = adult.user_id
      where adult.participant_id = found.id order by adult.joined limit 1
    ) customer
    order by found.sort_name, found.id`.execute(db)
  return rows
}

/** By what the list of payments searches, and of the first accounts that are found by their household's names. */
async function findPayments(
  db: Db,
  search: string,
  words: readonly SearchWord[],
): Promise<FoundEverywhere['payments']> {
  const [listed, ofPeople] = await Promise.all([
    listPayments(db, { search_query: search, page_size: SHOWN, sort: 'newest' }),
    findPaymentsOfPeople(db, words),
  ])
  const found = [...(listed instanceof Refusal ? [] : listed.items), ...ofPeople]
  return [...new Map(found.map((payment) => [payment.id, payment])).values()]
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, SHOWN)
    .map(({ id, receipt_number, customer_name, total_amount, status, created_at }) => ({
      id,
      receipt_number,
      customer_name,
      total_amount,
      status,
      created_at,
    }))
}

async function findPaymentsOfPeople(
  db: Db,
  words: readonly SearchWord[],
): Promise<FoundEverywhere['payments']> {
  const { rows } = await sql<{
    id: string
    customer_name: string
    total_amount: string
    status: FoundEverywhere['payments'][number]['status']
    created_at: Date
    sale_number: number | null
  }>`
    select paid.id, sale_number(paid.id), person.name as customer_name, paid.total_amount, paid.status, paid.created_at
    from (
      select id, name
      from (
        select * from people_index where kind = 'account' and ${all(inText('search', words))}
        limit ${sql.lit(LOOKED_THROUGH)}
      ) found
      order by sort_name, id limit ${sql.lit(PEOPLE_WITH_PAYMENTS)}
    ) person
    cross join lateral (
      select id, total_amount, status, created_at from payment_transactions
      where user_id = person.id and status <> 'canceled'
      order by created_at desc limit ${sql.lit(SHOWN)}
    ) paid
    order by paid.created_at desc limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(({ total_amount, created_at, sale_number, ...payment }) => ({
    ...payment,
    receipt_number: receiptNumber(payment.id, sale_number),
    total_amount: dollarsFromDecimal(total_amount),
    created_at: created_at.toISOString(),
  }))
}

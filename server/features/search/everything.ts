import { sql } from 'kysely'
import type { FoundEverywhere } from '../../../shared/contract/staffSearch.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money.ts'
import type { Db } from '../../db/database.ts'
import { hasWord, searchWords } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { listBookings } from './bookingList.ts'

/** How many of each kind are shown. */
const SHOWN = 5
/** Among so many people the payments are looked for. */
const PEOPLE_WITH_PAYMENTS = 50

/** The first accounts, bookings and payments that a search finds, for the desk's search field. */
export async function searchEverything(db: Db, search: string, now: Date): Promise<FoundEverywhere> {
  const words = searchWords(search)
  if (!words || words.length === 0) return { people: [], bookings: [], payments: [] }
  const matches = sql.join(
    words.map((word) => hasWord(sql.ref('search'), word.people)),
    sql` and `,
  )
  const query = { search_query: search, page_size: SHOWN }
  const [people, bookings, payments] = await Promise.all([
    sql<FoundEverywhere['people'][number]>`
      select id, name as full_name, email, phone as phone_number, role from people_index
      where kind = 'account' and ${matches} order by sort_name, id limit ${sql.lit(SHOWN)}`.execute(db),
    listBookings(db, query, now),
    sql<{ id: string; customer_name: string; total_amount: string; status: string; created_at: Date }>`
      select paid.id, person.name as customer_name, paid.total_amount, paid.status, paid.created_at
      from (select id, name from people_index where ${matches} limit ${sql.lit(PEOPLE_WITH_PAYMENTS)}) person
      cross join lateral (
        select id, total_amount, status, created_at from payment_transactions
        where user_id = person.id and (status <> 'pending' or processing)
        order by created_at desc limit ${sql.lit(SHOWN)}
      ) paid
      order by paid.created_at desc limit ${sql.lit(SHOWN)}`.execute(db),
  ])
  return {
    people: people.rows,
    bookings: bookings instanceof Refusal ? [] : bookings.items,
    payments: payments.rows.map(({ total_amount, created_at, ...payment }) => ({
      ...payment,
      total_amount: dollarsFromDecimal(total_amount),
      created_at: created_at.toISOString(),
    })),
  }
}

import { createDb, createPool } from '../server/db/database.ts'
import { addCustomers, type Customer } from './customers.ts'
import { fillLists, withoutIndexes } from './listsFill.ts'

/** Bookings of a cage on a day: every half hour from 9:00 to 21:00. */
export const PER_CAGE_AND_DAY = 24
const PEOPLE = 20_000
const FILLED = ['bookings', 'occupancy', 'booking_entries', 'payment_transactions']

export interface Filled {
  readonly cageIds: readonly string[]
  readonly customers: readonly Customer[]
  readonly admin: Customer
  readonly url: string
}

/**
 * Fills an empty database with full days, today and as many before it as the bookings take, with their places in the ledger, the staff's
 * lists, and a payment for each second one. The audit log stays empty.
 */
export async function fillYears(
  url: string,
  { bookings, cages, customers }: { bookings: number; cages: number; customers: number },
): Promise<Filled> {
  await fillLists(url, { people: PEOPLE, bookings: 0 })
  const pool = createPool(url, 1)
  const db = createDb(pool)
  const people = await addCustomers(db, customers + 1)
  const [admin, ...others] = people
  if (!admin) throw new Error('There is no admin.')
  await pool.query(`update profiles set role = 'admin' where id = $1`, [admin.id])
  await pool.query('set synchronous_commit = off; set maintenance_work_mem = "512MB"')
  await pool.query('delete from cages')
  await pool.query(
    `insert into cages (name, price_30_min, price_60_min, price_additional_30_min) select 'Cage ' || n, 20, 30, 15 from generate_series(1, $1) n`,
    [cages],
  )
  for (const table of FILLED) await pool.query(`alter table ${table} disable trigger all`)
  const free = `exclude using gist (during with &&, cage_id with =) where (cage_id is not null)`
  await pool.query('alter table occupancy drop constraint occupancy_cage_free')
  await withoutIndexes(pool, FILLED, async () => {
    await pool.query(
      `insert into bookings (user_id, participant_id, cage_id, start_time, end_time, status, total_cost, created_at)
       select who.id, md5(who.id::text)::uuid, cage.id, at, at + interval '30 minutes', 'paid', 20, at - interval '3 days'
       from generate_series(0, $1::integer - 1) n
       join (select id, row_number() over (order by id) - 1 as k from cages) cage on cage.k = n % $2
       join (select id, row_number() over (order by id) - 1 as k from profiles where email like 'player%') who on who.k = n * 7919::bigint % ${PEOPLE / 2},
       lateral (select (date_trunc('day', now() at time zone 'America/Chicago') - interval '1 day' * (n / ($2 * ${PER_CAGE_AND_DAY}))
         + interval '9 hours' + interval '30 minutes' * (n / $2 % ${PER_CAGE_AND_DAY})) at time zone 'America/Chicago' as at) slot`,
      [bookings, cages],
    )
    await pool.query(
      'insert into occupancy (kind, cage_id, during, booking_id) select kind, cage_id, during, booking_id from occupancy_due',
    )
    await pool.query(
      `insert into booking_entries (source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id)
       select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id from booking_entries_due order by starts_at`,
    )
    await pool.query(
      `insert into payment_transactions (user_id, customer_name, customer_email, payment_type, description, total_amount, status, created_at)
       select user_id, 'Pat Example', 'pat@example.test', 'cage_booking', 'Cage booking', 20, 'completed', start_time
       from bookings where extract(minute from start_time) = 0`,
    )
  })
  await pool.query(`alter table occupancy add constraint occupancy_cage_free ${free}`)
  for (const table of FILLED) await pool.query(`alter table ${table} enable trigger all`)
  await pool.query('analyze')
  await pool.query('delete from daily_figures; select close_figures()')
  await pool.query('vacuum analyze')
  const ids = await pool.query<{ id: string }>('select id from cages order by id')
  await db.destroy()
  return { url, admin, customers: others, cageIds: ids.rows.map(({ id }) => id) }
}

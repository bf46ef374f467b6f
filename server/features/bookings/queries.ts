import { sql } from 'kysely'
import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import type { Db } from '../../db/database.ts'
import { asCustomerBooking, type BookingOwner, readOwnBookings } from './ownBookings.ts'

const UPCOMING_SHOWN = 3

/** What pricing needs, as it stands in the database now: the cages in service and this customer's discount. */
export async function readRates(db: Db, customerId: string, cageIds: readonly string[]) {
  const rows = await db
    .selectFrom('cages')
    .select([
      'id',
      'name',
      'price_30_min',
      'price_60_min',
      'price_additional_30_min',
      sql<string>`case when exists (
        select from members where user_id = ${customerId}
      ) then (select member_cage_discount_percent from facility) else 0 end`.as('discount_percent'),
    ])
    .where('id', 'in', [...new Set(cageIds)])
    .where('is_active', '=', true)
    .execute()
  return {
    cages: new Map(rows.map((row) => [row.id, row])),
    discountPercent: Number(rows[0]?.discount_percent ?? 0),
  }
}

/** The customer's next paid sessions, soonest first (spec 1 §2.3, §7). */
export async function listUpcomingPaid(db: Db, customerId: string, now: Date) {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .select(['bookings.id', 'cages.name as cage_name', 'start_time', 'end_time'])
    .where('user_id', '=', customerId)
    .where('status', '=', 'paid')
    .where('start_time', '>=', now)
    .orderBy('start_time')
    .limit(UPCOMING_SHOWN)
    .execute()
  return rows.map((row) => ({
    ...row,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
  }))
}

/** The customer's own cage bookings, and guest bookings made with their confirmed e-mail, newest first. */
export async function listCustomerBookings(
  db: Db,
  customer: BookingOwner,
  now: Date,
): Promise<CustomerBooking[]> {
  const bookings = await readOwnBookings(db, customer)
  return bookings.map((booking) => asCustomerBooking(booking, now))
}

import { sql } from 'kysely'
import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import type { Db } from '../../db/database.ts'

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
        select from subscriptions where user_id = ${customerId} and status in ('active', 'trialing')
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
  customer: { id: string; email: string },
): Promise<CustomerBooking[]> {
  const columns = [
    'cages.name as cage_name',
    'status',
    'payment_method',
    'start_time',
    'end_time',
    'total_cost',
    'admin_notes',
  ] as const
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .select([
      'bookings.id',
      'bookings.created_at',
      sql<'user' | 'guest'>`'user'`.as('booking_type'),
      ...columns,
    ])
    .where('user_id', '=', customer.id)
    .unionAll(
      db
        .selectFrom('guest_bookings')
        .innerJoin('cages', 'cages.id', 'guest_bookings.cage_id')
        .select([
          'guest_bookings.id',
          'guest_bookings.created_at',
          sql<'user' | 'guest'>`'guest'`.as('booking_type'),
          ...columns,
        ])
        .where(sql<string>`lower(guest_email)`, '=', customer.email),
    )
    .orderBy('start_time', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    total_cost: dollarsFromCents(centsFromDollars(row.total_cost)),
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    created_at: row.created_at.toISOString(),
  }))
}

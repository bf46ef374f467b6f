import { sql } from 'kysely'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { CustomerBooking, ListedOwnBooking } from '../../../shared/contract/bookings/bookings.ts'
import { changeOf } from '../../../shared/domain/bookings/changePolicy.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { participationFor, participationOf } from '../households/participation.ts'
import { paidOf } from '../payments/refunds/cardMoney.ts'
import { type Booking, changeableBooking, readBookingsOf } from './bookingRows.ts'

const UPCOMING_SHOWN = 3

/** What comes off the price of cages for an account, in percent: a member's discount (decision 19), else 0. */
const cageDiscount = (customerId: string | null) =>
  sql<string>`case when exists (
    select from members where user_id = ${customerId}
  ) then (select member_cage_discount_percent from facility) else 0 end`

/** The percent off cage prices that a customer has as a live member; 0 for everybody else. */
export async function readCageDiscount(db: Db, customerId: string): Promise<number> {
  const { percent } = await db.selectNoFrom(cageDiscount(customerId).as('percent')).executeTakeFirstOrThrow()
  return Number(percent)
}

/** What pricing needs, as it is in the database now: the cages in service and this customer's discount; a guest has none. */
export async function readRates(db: Db, customerId: string | null, cageIds: readonly string[]) {
  const rows = await db
    .selectFrom('cages')
    .select([
      'id',
      'name',
      'price_30_min',
      'price_60_min',
      'price_additional_30_min',
      cageDiscount(customerId).as('discount_percent'),
    ])
    .where('id', 'in', [...new Set(cageIds)])
    .where('is_active', '=', true)
    .execute()
  return {
    cages: new Map(rows.map((row) => [row.id, row])),
    discountPercent: Number(rows[0]?.discount_percent ?? 0),
  }
}

/** The next paid sessions of the customer's household, soonest first (spec 1 §2.3, §7). */
export async function listUpcomingPaid(db: Db, customer: { readonly id: string }, now: Date) {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .select(['bookings.id', 'cages.name as cage_name', 'start_time', 'end_time'])
    .select(participationOf(customer, 'bookings', 'user_id'))
    .where(isOwnRow(customer, 'bookings', 'user_id'))
    .where('bookings.guest_name', 'is', null)
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

/** The cage bookings of the customer's household, newest first. */
export async function listCustomerBookings(
  db: Db,
  customer: Profile,
  now: Date,
): Promise<ListedOwnBooking[]> {
  const bookings = await readBookingsOf(db, personOf(customer))
  return bookings.map((booking) => ({
    ...asCustomerBooking(booking, customer, now),
    refunded_amount: dollarsFromDecimal(booking.refunded),
  }))
}

/** A booking as an adult of its participant sees it, and what they may do with it now. */
export const asCustomerBooking = (
  booking: Booking,
  reader: { readonly id: string },
  now: Date,
): CustomerBooking => ({
  id: booking.id,
  cage_id: booking.cage_id,
  cage_name: booking.cage_name,
  status: booking.status,
  payment_method: booking.payment_method,
  booking_type: booking.booking_type,
  start_time: booking.start_time.toISOString(),
  end_time: booking.end_time.toISOString(),
  total_cost: dollarsFromDecimal(booking.total_cost),
  admin_notes: booking.admin_notes,
  created_at: booking.created_at.toISOString(),
  ...participationFor(reader, booking),
  change: changeOf(changeableBooking(booking), paidOf(booking), now),
})

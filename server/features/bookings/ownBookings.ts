import { sql } from 'kysely'
import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import { type Changeable, changeOf, type PaidCents } from '../../../shared/domain/changePolicy.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import { cardMoneyFor } from '../payments/cardMoney.ts'

/** Who asks: whose id is on a booking, or whose confirmed e-mail is on a guest's. */
export interface BookingOwner {
  readonly id: string
  readonly email: string
}

export type OwnBooking = Awaited<ReturnType<typeof readOwnBookings>>[number]

/**
 * What is the owner's: cage bookings of the account, and guest bookings made with its e-mail. Nobody signs in before
 * the address is confirmed (decision 23), so the profile's address is theirs. Lists and changes both begin here.
 *
 * @param id this one alone, if it is the owner's.
 */
export function readOwnBookings(db: Db, owner: BookingOwner, id?: string) {
  const columns = [
    'cage_id',
    'cages.name as cage_name',
    'status',
    'payment_method',
    'start_time',
    'end_time',
    'total_cost',
    'discount',
    'admin_notes',
    'cancellation_cutoff_hours',
    'revision',
  ] as const
  const own = db
    .selectFrom('bookings')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .select(['bookings.id', 'bookings.created_at', ...columns])
    .select([
      sql<'user' | 'guest'>`'user'`.as('booking_type'),
      cardMoneyFor('booking_id', 'bookings.id').as('card_money'),
    ])
    .where('user_id', '=', owner.id)
    .$if(id !== undefined, (query) => query.where('bookings.id', '=', id ?? ''))
  const ofGuest = db
    .selectFrom('guest_bookings')
    .innerJoin('cages', 'cages.id', 'guest_bookings.cage_id')
    .select(['guest_bookings.id', 'guest_bookings.created_at', ...columns])
    .select([
      sql<'user' | 'guest'>`'guest'`.as('booking_type'),
      // Guests are entered at the desk and pay there.
      sql<string | null>`null::numeric`.as('card_money'),
    ])
    .where(sql<string>`lower(guest_email)`, '=', owner.email.toLowerCase())
    .$if(id !== undefined, (query) => query.where('guest_bookings.id', '=', id ?? ''))
  return own.unionAll(ofGuest).orderBy('start_time', 'desc').execute()
}

/** The owner's booking of this id as it stands; null when there is none, or when it is somebody else's. */
export async function findOwnBooking(db: Db, owner: BookingOwner, id: string): Promise<OwnBooking | null> {
  const [booking] = await readOwnBookings(db, owner, id)
  return booking ?? null
}

/** The same, with its row kept from changing until the transaction ends. */
export async function lockOwnBooking(tx: Tx, owner: BookingOwner, id: string): Promise<OwnBooking | null> {
  // Sent together, answered in this order: what is read was committed before the lock was ours.
  const [, , booking] = await Promise.all([
    tx
      .selectFrom('bookings')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', owner.id)
      .forUpdate()
      .execute(),
    tx
      .selectFrom('guest_bookings')
      .select('id')
      .where('id', '=', id)
      .where(sql<string>`lower(guest_email)`, '=', owner.email.toLowerCase())
      .forUpdate()
      .execute(),
    findOwnBooking(tx, owner, id),
  ])
  return booking
}

/** A booking as the rule of changes sees it. */
export const changeableBooking = (booking: OwnBooking): Changeable => ({
  status: booking.status,
  start: booking.start_time,
  end: booking.end_time,
  cutoffHours: booking.cancellation_cutoff_hours,
})

/** What was paid for it, in cents: what no card paid was paid at the desk. */
export function paidFor({ status, total_cost, card_money }: OwnBooking): PaidCents {
  const atDesk = status === 'paid' && card_money === null
  return { byCard: centsFromDollars(card_money ?? 0), atDesk: atDesk ? centsFromDollars(total_cost) : 0 }
}

/** A booking as its customer sees it, and what they may do with it now. */
export const asCustomerBooking = (booking: OwnBooking, now: Date): CustomerBooking => ({
  id: booking.id,
  cage_id: booking.cage_id,
  cage_name: booking.cage_name,
  status: booking.status,
  payment_method: booking.payment_method,
  booking_type: booking.booking_type,
  start_time: booking.start_time.toISOString(),
  end_time: booking.end_time.toISOString(),
  total_cost: dollarsFromCents(centsFromDollars(booking.total_cost)),
  admin_notes: booking.admin_notes,
  created_at: booking.created_at.toISOString(),
  change: changeOf(changeableBooking(booking), paidFor(booking), now),
})

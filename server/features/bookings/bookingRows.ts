/** Cage bookings as the commands take them, of accounts and of guests alike. */

import { sql, type Updateable } from 'kysely'
import type { Changeable } from '../../../shared/domain/bookings/changePolicy.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { BookingsTable } from '../../db/tables/bookings.ts'
import { type AccountPerson, type BookedPerson, bookedPerson } from '../accounts/bookedPerson.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { type Participant, participantOfRow } from '../households/participation.ts'
import type { Changed } from '../payments/changes/settleChange.ts'
import { cardMoneyFor, deskMoneyFor, type RefundedItem, refundedFor } from '../payments/refunds/cardMoney.ts'
import type { HeldSlot } from '../places/places.ts'

export interface BookingMoved extends Changed<Booking> {
  readonly before: Booking
}

/** Whose it is: `user` for an account's, `guest` for one that the desk entered for someone without an account. */
export type BookingType = 'user' | 'guest'

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
  'version',
  'attendance',
  'attendance_at',
  'freed_from',
  'participant_id',
  'participants.name as participant_name',
  'participants.user_id as participant_user_id',
] as const

const bookings = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .leftJoin('profiles', 'profiles.id', 'bookings.user_id')
    .leftJoin('participants', 'participants.id', 'bookings.participant_id')
    .select(['bookings.id', 'bookings.created_at', 'bookings.user_id', ...columns])
    .select([
      sql<BookingType>`case when guest_name is null then 'user' else 'guest' end`.as('booking_type'),
      sql<string | null>`coalesce(full_name, guest_name)`.as('person_name'),
      sql<string | null>`coalesce(email, bookings.guest_email)`.as('person_email'),
      sql<string | null>`coalesce(phone_number, bookings.guest_phone)`.as('person_phone'),
      cardMoneyFor('booking_id', 'bookings.id').as('card_money'),
      deskMoneyFor('booking_id', 'bookings.id').as('desk_money'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof bookings>['executeTakeFirstOrThrow']>>

/** A cage booking as it stands: who booked it, an account or a guest, and who takes part. */
export type Booking = Omit<Row, 'user_id' | 'person_name' | 'person_email' | 'person_phone'> & {
  readonly person: BookedPerson
  /** Null where the participant is deleted. */
  readonly participant: Participant | null
}

/** A booking as an adult of its participant reads it, with the dollars that came back of what was paid for it. */
export type OwnBooking = Booking & { readonly refunded: string }

const bookingOf = <R extends Row>(row: R): R & Booking => ({
  ...row,
  person: bookedPerson(row),
  participant: participantOfRow(row),
})

/**
 * All bookings whose participant has this account as an adult, itself among them, newest first.
 *
 * @param id only this one, if it is one of them.
 */
export async function readBookingsOf(db: Db, reader: AccountPerson, id?: string): Promise<OwnBooking[]> {
  const adult = { id: reader.userId }
  const rows = await bookings(db)
    .select(refundedFor('booking_id', 'bookings.id').as('refunded'))
    .where(isOwnRow(adult, 'bookings', 'user_id'))
    .$if(id !== undefined, (query) => query.where('bookings.id', '=', id ?? ''))
    .orderBy('start_time', 'desc')
    .execute()
  // A guest who is claimed has the account for whom the guest's address stood.
  return rows.map((row) =>
    row.booking_type === 'guest' ? { ...bookingOf(row), person: reader } : bookingOf(row),
  )
}

/** Those of these ids that are of this customer's household, by time, kept from changing until the transaction ends. */
export async function lockOwnBookings(tx: Tx, ids: readonly string[], userId: string): Promise<Booking[]> {
  await tx.selectFrom('bookings').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  const rows = await bookings(tx)
    .where('bookings.id', 'in', ids)
    .where(isOwnRow({ id: userId }, 'bookings', 'user_id'))
    .orderBy('start_time')
    .execute()
  return rows.map(bookingOf)
}

/** The booking of this id; null when there is none, or it is not of this type. */
export async function findBooking(db: Db, type: BookingType | 'any', id: string): Promise<Booking | null> {
  const row = await bookings(db)
    .where('bookings.id', '=', id)
    .$if(type !== 'any', (query) => query.where('guest_name', type === 'guest' ? 'is not' : 'is', null))
    .executeTakeFirst()
  return row ? bookingOf(row) : null
}

/** The same booking as it is now, with its row kept from changing until the transaction ends; null when it is gone. */
export async function lockBooking(tx: Tx, seen: Booking): Promise<Booking | null> {
  const { booking_type, id, person } = seen
  // Sent together, answered in this order: what is read was committed before the lock was ours.
  const [, booking] = await Promise.all([
    tx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute(),
    findBooking(tx, booking_type, id),
  ])
  return booking && { ...booking, person }
}

/**
 * Writes changes to a booking of an account or a guest; the ledger follows by the table's trigger.
 *
 * @returns the booking as it is now.
 */
export async function writeBooking(
  tx: Tx,
  { booking_type, id, person }: Booking,
  changes: Pick<
    Updateable<BookingsTable>,
    | 'status'
    | 'cage_id'
    | 'start_time'
    | 'end_time'
    | 'total_cost'
    | 'tax_percent'
    | 'discount'
    | 'admin_notes'
    | 'attendance'
    | 'attendance_at'
    | 'freed_from'
  >,
): Promise<Booking> {
  await tx.updateTable('bookings').set(changes).where('id', '=', id).execute()
  const booking = await findBooking(tx, booking_type, id)
  if (!booking) throw new Error(`booking ${id} is gone within the transaction that changed it`)
  return { ...booking, person }
}

/** Deletes a booking; its time is free, and what a payment paid is no longer named by it. */
export const deleteBookingRow = (tx: Tx, { id }: Booking) =>
  tx.deleteFrom('bookings').where('id', '=', id).execute()

/** The time that a booking has in the ledger while it is not canceled. */
export const slotOf = ({ cage_id, start_time, end_time }: Booking): HeldSlot & { cageId: string } => ({
  cageId: cage_id,
  coachId: null,
  start: start_time,
  end: end_time,
})

/** A booking as the rule of changes sees it. */
export const changeableBooking = (booking: Booking): Changeable => ({
  status: booking.status,
  start: booking.start_time,
  end: booking.end_time,
  cutoffHours: booking.cancellation_cutoff_hours,
})

/** The booking as `payment_items` name it. */
export const itemOf = ({ id }: Pick<Booking, 'id'>): RefundedItem => ({ booking_id: id })

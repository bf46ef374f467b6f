import type { Updateable } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { GuestBookingsTable } from '../../../db/tables/bookings.ts'
import { type BookingOwner, findOwnBooking, type OwnBooking } from '../ownBookings.ts'

type Changes = Pick<
  Updateable<GuestBookingsTable>,
  'status' | 'cage_id' | 'start_time' | 'end_time' | 'total_cost' | 'discount'
>

/**
 * Writes changes to a booking, of whichever of the two tables it is; the ledger follows by the table's trigger.
 *
 * @returns the booking as it is now.
 */
export async function updateOwnBooking(
  tx: Tx,
  owner: BookingOwner,
  { id, booking_type }: Pick<OwnBooking, 'id' | 'booking_type'>,
  changes: Changes,
): Promise<OwnBooking> {
  await (booking_type === 'user'
    ? tx.updateTable('bookings').set(changes).where('id', '=', id).execute()
    : tx.updateTable('guest_bookings').set(changes).where('id', '=', id).execute())
  const booking = await findOwnBooking(tx, owner, id)
  if (!booking) throw new Error(`booking ${id} is gone within the transaction that changed it`)
  return booking
}

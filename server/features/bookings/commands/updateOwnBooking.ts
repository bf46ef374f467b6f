import type { Updateable } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { GuestBookingsTable } from '../../../db/tables/bookings.ts'
import type { OwnBooking } from '../ownBookings.ts'

type Changes = Pick<
  Updateable<GuestBookingsTable>,
  'status' | 'cage_id' | 'start_time' | 'end_time' | 'total_cost' | 'discount'
>

/** Writes changes to a booking, of whichever of the two tables it is; the ledger follows by the table's trigger. */
export function updateOwnBooking(
  tx: Tx,
  { id, booking_type }: Pick<OwnBooking, 'id' | 'booking_type'>,
  changes: Changes,
): Promise<{ revision: number }> {
  return booking_type === 'user'
    ? tx
        .updateTable('bookings')
        .set(changes)
        .where('id', '=', id)
        .returning('revision')
        .executeTakeFirstOrThrow()
    : tx
        .updateTable('guest_bookings')
        .set(changes)
        .where('id', '=', id)
        .returning('revision')
        .executeTakeFirstOrThrow()
}

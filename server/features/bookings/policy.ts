/** Who may change a cage booking. Commands take what is returned here and know nothing of who calls. */

import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import type { LoadedRow } from '../payments/changes/whatChanged.ts'
import { type Booking, type BookingType, findBooking, readBookingsOf } from './bookingRows.ts'

/** A customer changes the bookings of everybody for whom they are an adult. Someone else's is as if it did not exist. */
export async function customersOwn(tx: Tx, profile: Profile, id: string): Promise<Booking | Refusal> {
  const [booking] = await readBookingsOf(tx, personOf(profile), id)
  return booking ?? refuse('booking_not_found')
}

/** The desk and admins change every booking. */
export async function anyForStaff(
  tx: Tx,
  { type, id }: { type: BookingType | 'any'; id: string },
): Promise<(Booking & LoadedRow) | Refusal> {
  const booking = await findBooking(tx, type, id)
  return booking ? { ...booking, table: 'bookings' as const } : refuse('booking_not_found')
}

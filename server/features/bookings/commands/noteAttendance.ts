import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Changed, nothingBack } from '../../payments/changes/settleChange.ts'
import { attendanceNoted } from '../../payments/desk/attendance.ts'
import { type Booking, lockBooking, writeBooking } from '../bookingRows.ts'

/**
 * Notes who came to a booking, or that nothing is known after all. Nobody is told, and price, payment and time stay as they
 * are.
 *
 * @returns the booking as it is now; or what `attendanceNoted` refuses, as the table's trigger does too.
 */
export async function noteAttendance(
  tx: Tx,
  seen: Booking,
  attendance: Attendance | null,
  now: Date,
): Promise<Changed<Booking> | Refusal> {
  const before = await lockBooking(tx, seen)
  if (!before) return refuse('booking_not_found')
  const noted = await attendanceNoted(tx, { ...before, start: before.start_time }, attendance, now)
  if (noted instanceof Refusal) return noted
  return { after: noted ? await writeBooking(tx, before, noted) : before, back: nothingBack }
}

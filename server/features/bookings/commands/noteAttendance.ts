import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Acting } from '../../payments/changes/actingTerms.ts'
import { type Changed, nothingBack } from '../../payments/changes/settleChange.ts'
import { claimRest, type Note, noteColumns } from '../../payments/desk/attendance.ts'
import { type Booking, lockBooking, slotOf, writeBooking } from '../bookingRows.ts'

/**
 * Notes who came to a booking, or that nothing is known after all. Nobody is told, and price, payment and time stay as they
 * are; of a no-show the rest of the time may be freed for others.
 *
 * @returns the booking as it is now; or what `attendanceNoted` refuses, as the table's trigger does too.
 */
export async function noteAttendance(
  tx: Tx,
  seen: Booking,
  note: Note,
  acting: Acting,
): Promise<Changed<Booking> | Refusal> {
  const freed = await claimRest(tx, { ...seen, slot: slotOf(seen) }, note, acting)
  const before = await lockBooking(tx, seen)
  if (!before) return refuse('booking_not_found')
  const rows = { seen, before: { ...before, start: before.start_time, waivers: 'cages' as const } }
  const noted = await noteColumns(tx, rows, note, freed, acting.at.now)
  if (noted instanceof Refusal) return noted
  return { after: noted ? await writeBooking(tx, before, noted) : before, back: nothingBack }
}

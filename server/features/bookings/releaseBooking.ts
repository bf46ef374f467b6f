import { Refusal, refuse } from '../../refusal.ts'
import type { ReleasePlace } from '../payments/releasePlace.ts'
import { findBooking } from './bookingRows.ts'
import { cancelBooking } from './commands/cancelBooking.ts'

/** Cancels a cage booking whose payment staff refund. */
export const releaseBooking: ReleasePlace = async (tx, { kind, id }, cents, acting) => {
  const seen = await findBooking(tx, kind === 'booking' ? 'user' : 'guest', id)
  if (!seen) return refuse('booking_not_found')
  const canceled = await cancelBooking(tx, seen, { refund: { cents }, note: '' }, acting)
  return canceled instanceof Refusal ? canceled : canceled.back
}

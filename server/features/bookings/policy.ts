/**
 * Who may change a cage booking, and under which terms (shared/domain/terms.ts has them as data). Commands take what is
 * returned here and know nothing of who calls.
 */

import type { Profile } from '../../../shared/contract/accounts.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import { type ActingTerms, customerTerms, staffTerms, type Telling } from '../payments/actingTerms.ts'
import { type Booking, type BookingType, findBooking, readBookingsOf } from './bookingRows.ts'

export interface ChangeAllowed {
  readonly booking: Booking
  readonly terms: ActingTerms
}

/** A customer changes the bookings of everybody for whom they are an adult. Somebody else's is as if it did not exist. */
export async function customersOwn(tx: Tx, profile: Profile, id: string): Promise<ChangeAllowed | Refusal> {
  const [booking] = await readBookingsOf(tx, personOf(profile), id)
  return booking ? { booking, terms: customerTerms(profile.id) } : refuse('booking_not_found')
}

/** The desk and admins change every booking. */
export async function anyForStaff(
  tx: Tx,
  staff: Profile,
  named: { type: BookingType | 'any'; id: string },
  overrideReason: string | null,
  telling: Telling,
): Promise<ChangeAllowed | Refusal> {
  const [booking, terms] = await Promise.all([
    findBooking(tx, named.type, named.id),
    staffTerms(tx, staff, overrideReason, telling),
  ])
  if (!booking) return refuse('booking_not_found')
  return terms instanceof Refusal ? terms : { booking, terms }
}

import type { createPaymentIntent } from '../../../shared/contract/payments.ts'
import type { Call } from '../../http/endpoint.ts'
import { countedAddress, countedAs } from '../../http/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { guestIdentities } from '../lessons/commands/openGuestLessons.ts'
import { admitGuest } from '../lessons/guests.ts'
import type { Buyer, CountedAs } from './purchase.ts'

/**
 * The signed-in customer, or for a lesson the guest of the form, after the checks for guests (decision 27); with the
 * keys by which the limits count them.
 */
export async function buyerOf(
  call: Call<typeof createPaymentIntent>,
): Promise<{ buyer: Buyer; counted: CountedAs } | Refusal> {
  const { context, body } = call
  const address = countedAddress(context, call.address)
  const caller = await call.caller()
  if (caller) {
    const { id, full_name, email, phone_number } = caller.profile
    return {
      buyer: { userId: id, name: full_name, email, phone: phone_number },
      counted: { person: [countedAs(context, 'account', id)], address },
    }
  }
  if ('bookingDetails' in body) return refuse('booking_login_required')
  if (!('duration_minutes' in body)) return refuse('payment_login_required')
  const { guest_details } = body
  if (!guest_details) return refuse('login_or_guest_required')
  const admitted = await admitGuest(context, { ...body, guest_details }, call.address)
  if (admitted instanceof Refusal) return admitted
  const { guest, origin, mostOpen } = admitted
  const identities = guestIdentities(guest).map((identity) => countedAs(context, 'guest', identity))
  return {
    buyer: { userId: null, ...guest, mostOpenLessons: mostOpen },
    counted: { person: [...identities, origin.device], address },
  }
}

import type { createPaymentIntent } from '../../../shared/contract/payments.ts'
import type { Call } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { admitGuest } from '../lessons/guests.ts'
import type { Buyer } from './purchase.ts'

/** Whoever is signed in; for a lesson also the guest of the form, let in through the guests' doors (decision 27). */
export async function buyerOf(call: Call<typeof createPaymentIntent>): Promise<Buyer | Refusal> {
  const { context, body, address } = call
  const caller = await call.caller()
  if (caller) {
    const { id, full_name, email, phone_number } = caller.profile
    return { userId: id, name: full_name, email, phone: phone_number }
  }
  if ('bookingDetails' in body) return refuse('booking_login_required')
  if (!('duration_minutes' in body)) return refuse('payment_login_required')
  const { guest_details } = body
  if (!guest_details) return refuse('login_or_guest_required')
  const admitted = await admitGuest(context, { ...body, guest_details }, address)
  if (admitted instanceof Refusal) return admitted
  return { userId: null, ...admitted.guest, mostOpenLessons: admitted.mostOpen }
}

import type { createPaymentIntent } from '../../../shared/contract/payments.ts'
import type { Call } from '../../http/endpoint.ts'
import { countedAddress, countedAs } from '../../http/rateLimits.ts'
import { Refusal } from '../../refusal.ts'
import type { Buyer, CountedAs } from './purchase.ts'

/**
 * The signed-in customer, or the guest of the form where the product admits guests (decision 27); with the keys by which
 * the limits count them.
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
  const admitted = await context.products.of(body).admitGuest(context, body, call.address)
  if (admitted instanceof Refusal) return admitted
  return { buyer: admitted.buyer, counted: { person: admitted.person, address } }
}

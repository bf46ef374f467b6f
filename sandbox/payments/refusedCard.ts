import type Stripe from 'stripe'
import { type Decline, declines } from '../cards/declines.ts'
import { Failure } from '../http/endpoint.ts'

const notOfTheCard: readonly string[] = [
  declines.paymentAuthenticationFailed.code,
  declines.setupAuthenticationFailed.code,
]

/** Why a card was declined, as stored in a payment or setup intent. */
export const lastError = (
  { body }: { body: Stripe.PaymentMethod },
  { code, message, declineCode }: Decline,
) => ({
  type: notOfTheCard.includes(code) ? ('invalid_request_error' as const) : ('card_error' as const),
  code,
  message,
  payment_method: body,
  ...(declineCode ? { decline_code: declineCode } : {}),
})

/** The answer to a call whose card was declined: 402, with the current intent. Null for any other outcome. */
export function failureOf(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  view: (intent: object) => object = (intent) => intent,
): Failure | null {
  const error = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error
  if (intent.status !== 'requires_payment_method' || !error) return null
  const { type, message = '', ...rest } = error
  return new Failure(402, {
    ...rest,
    type: type as 'card_error',
    message,
    [intent.object]: view(intent),
  } as Failure['error'])
}

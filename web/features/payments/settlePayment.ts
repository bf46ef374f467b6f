import type { PaymentState, PaymentSummary } from '../../../shared/contract/payments/payments.ts'
import { isTemporary } from '../../api/apiError.ts'
import { confirmationFailed, paymentFailed, sentenceOf, unexpected } from './paymentTexts.ts'

/** The state of a payment that the provider has taken, from our server. */
export type Settlement =
  | { readonly kind: 'paid'; readonly payment: PaymentSummary }
  /** The bank is still working on it; an e-mail gives the result. */
  | { readonly kind: 'pending'; readonly payment: PaymentSummary }
  /** The money came when the place was gone, and goes back in full (decision 16). */
  | { readonly kind: 'refunded'; readonly message: string }
  /** Nothing was paid: another card may be tried. */
  | { readonly kind: 'declined'; readonly message: string; readonly payment: PaymentSummary }
  /** The bank waits for the person. */
  | { readonly kind: 'action'; readonly payment: PaymentSummary }
  /** Nothing was paid, and this payment is over. */
  | { readonly kind: 'over' }
  /** The money has been taken, and our server has not said that the booking stands. */
  | { readonly kind: 'unconfirmed'; readonly message: string }

interface Server {
  /** Calls `confirm-payment`, which is safe to repeat. */
  ask: () => Promise<PaymentState>
  pause: (milliseconds: number) => Promise<void>
}

const retryPauses = [1_000, 2_000, 4_000, 8_000] as const
const pendingPauses = [1_000, 2_000, 3_000, 5_000, 10_000, 15_000, 20_000] as const

/**
 * Asks the server to carry out what was paid. Lost answers are asked for again for a quarter of a minute; a payment that
 * the bank is still working on for about a minute.
 */
export async function settlePayment({ ask, pause }: Server): Promise<Settlement> {
  let losses = 0
  let waits = 0
  for (;;) {
    const answer = await ask().catch((error: unknown) => ({ error }))
    if ('error' in answer) {
      const wait = isTemporary(answer.error) ? retryPauses[losses] : undefined
      if (wait === undefined) {
        return { kind: 'unconfirmed', message: confirmationFailed(sentenceOf(answer.error, unexpected)) }
      }
      losses += 1
      await pause(wait)
      continue
    }
    const wait = answer.status === 'processing' ? pendingPauses[waits] : undefined
    if (wait === undefined) return settlementOf(answer)
    waits += 1
    await pause(wait)
  }
}

/** Reads one answer of `confirm-payment`. */
export function settlementOf({ status, message, payment }: PaymentState): Settlement {
  switch (status) {
    case 'succeeded':
      return { kind: 'paid', payment }
    case 'processing':
      return { kind: 'pending', payment }
    case 'refunded':
      return { kind: 'refunded', message }
    case 'requires_payment_method':
      return { kind: 'declined', message: paymentFailed(message), payment }
    case 'requires_action':
      return { kind: 'action', payment }
    case 'canceled':
      return { kind: 'over' }
  }
}

/** Resolves after so many milliseconds. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

import type { PaymentType } from '../../../shared/contract/payments.ts'

/** A payment that was opened: what it is for, and until when the place is held. */
export interface CheckoutIntent {
  readonly clientSecret: string
  readonly paymentIntentId: string
  readonly type: PaymentType
  readonly description: string
  /** Cents. */
  readonly total: number
  /** When the hold ends, on this browser's clock, in epoch milliseconds; null where that is not known here. */
  readonly heldUntil: number | null
  /** See `CheckoutOptions`. */
  readonly unconfirmedText?: string
}

const SECOND = 1_000

/**
 * When a hold ends on this browser's clock: a phone's may be minutes off, so what is left is measured on the server's.
 * Its `Date` tells whole seconds that have begun; the second is taken as over, for no place is held longer than said.
 */
export function holdEnd(expiresAt: number, serverDate: string | null, now: number): number {
  const serverNow = Date.parse(serverDate ?? '') + SECOND
  return Number.isNaN(serverNow) ? expiresAt : now + expiresAt - serverNow
}

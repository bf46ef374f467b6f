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
}

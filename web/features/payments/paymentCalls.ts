import type { z } from 'zod'
import type {
  PaymentState,
  PaymentType,
  purchaseRequest,
} from '../../../shared/contract/payments/payments.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { epochMs } from '../../../shared/domain/time/time.ts'
import { ApiError } from '../../api/apiError.ts'
import { call } from '../../api/call.ts'
import { idempotencyHeaders } from '../../api/idempotencyKey.ts'
import { invalidResponse } from './paymentTexts.ts'

/** What is bought: the body of `create-payment-intent`. */
export type PurchaseRequest = z.input<typeof purchaseRequest>

/** Holds the place and opens a payment; the same key gives the same payment. */
export async function openPayment(request: PurchaseRequest, key: string): Promise<CheckoutIntent> {
  let sentAt: string | null = null
  const opened = await call('POST /api/payments/intents', request, {
    headers: idempotencyHeaders(key),
    onResponse: ({ headers }) => {
      sentAt = headers.get('Date')
    },
  }).catch(refuseUnreadable)
  if (!opened.clientSecret || !opened.paymentIntentId) throw new Error(invalidResponse)
  return {
    clientSecret: opened.clientSecret,
    paymentIntentId: opened.paymentIntentId,
    type: opened.payment_type,
    description: opened.description,
    total: centsFromDollars(opened.total_amount),
    heldUntil: holdEnd(epochMs(opened.expires_at), sentAt, Date.now()),
  }
}

/** A proxy's page in place of our answer is no answer (spec 2 §8). */
function refuseUnreadable(error: unknown): never {
  throw error instanceof ApiError ? error : new Error(invalidResponse)
}

/** Identifies a payment and proves that it belongs to this browser. */
export type OwnIntent = Pick<CheckoutIntent, 'clientSecret' | 'paymentIntentId'>

const ownIntent = ({ paymentIntentId, clientSecret }: OwnIntent) => ({
  payment_intent_id: paymentIntentId,
  client_secret: clientSecret,
})

/** Has the server ask the provider how a payment stands and carry out what follows. */
export const askPayment = (intent: OwnIntent): Promise<PaymentState> =>
  call('POST /api/payments/confirm', ownIntent(intent))

/** Gives a payment up: what it held is free at once. Goes out even while the page is being left. */
export const giveUpPayment = (intent: OwnIntent): Promise<PaymentState> =>
  call('POST /api/payments/cancel', ownIntent(intent), { keepalive: true })

/** The same purchase at another total, in cents, in the words of its kind. */
export const withTotal = (request: PurchaseRequest, total: number): PurchaseRequest =>
  'amount' in request
    ? { ...request, amount: total }
    : ({ ...request, totalAmount: dollarsFromCents(total) } as PurchaseRequest)

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
 * `Date` has whole seconds, rounded down. It is rounded up here, so that no place seems to be held longer than it is.
 */
export function holdEnd(expiresAt: number, serverDate: string | null, now: number): number {
  const serverNow = Date.parse(serverDate ?? '') + SECOND
  return Number.isNaN(serverNow) ? expiresAt : now + expiresAt - serverNow
}

import type { Facility } from '../../../shared/contract/facility.ts'
import type { PaymentType, PurchaseRequest } from '../../../shared/contract/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Refusal } from '../../refusal.ts'
import type { Places } from '../places/places.ts'

/** Who pays: an account, or a guest who is known by what they wrote in the form. */
export interface Buyer {
  readonly userId: string | null
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  /** How many lessons a guest may have coming up. */
  readonly mostOpenLessons?: number
}

/** The keys by which the limits on open checkouts count a buyer: keyed digests (rateLimits.ts). */
export interface CountedAs {
  /** The account; or a guest's phone number, e-mail and device. */
  readonly person: readonly string[]
  readonly address: string
}

/** Something to be paid by card, priced by the server and free at this moment. */
export interface Purchase extends Places {
  readonly type: PaymentType
  readonly totalCents: number
  /** For receipts and the payment list, e.g. 'Cage 2, Tue Nov 24, 4:00 PM - 5:00 PM'; see `purchaseText`. */
  readonly description: string
  /** How many things are paid. */
  readonly count: number
  /** What `book` needs to write them, as JSON; kept with the hold. */
  readonly details: Record<string, unknown>
}

/** A purchase whose money has come and whose place is the buyer's. */
export interface PaidPurchase {
  readonly buyer: Buyer
  readonly totalCents: number
  readonly details: Record<string, unknown>
  readonly paymentId: string
}

/** One thing that was written and paid, by the column of `payment_items` that refers to it. */
export interface PaidItem {
  readonly item:
    | { readonly booking_id: string }
    | { readonly coach_booking_id: string }
    | { readonly class_registration_id: string }
    | { readonly camp_registration_id: string }
    | { readonly subscription_id: string }
  readonly cents: number
}

/** The moment and the facility for which something is prepared or booked. */
export interface PurchaseContext {
  readonly now: Date
  readonly facility: Facility
  readonly siteUrl: string
}

/** The present moment at this facility. */
export const purchaseContext = async (
  context: Pick<Context, 'clock' | 'facility' | 'publicUrl'>,
): Promise<PurchaseContext> => ({
  now: context.clock.now(),
  facility: await context.facility.get(),
  siteUrl: context.publicUrl(),
})

/** How one kind of thing is bought by card. Money, holds and refunds are not its business. */
export interface Product<Request extends PurchaseRequest> {
  /**
   * Prices the request from the database, compares the shown amount (decision 1) and looks whether everything is free,
   * under the locks that its noun uses, after `claimPlaces`. Changes nothing else.
   */
  prepare(tx: Tx, request: Request, buyer: Buyer, at: PurchaseContext): Promise<Purchase | Refusal>
  /**
   * Writes what was paid, as paid, and queues the confirmation; the locks are held and the places are free. A refusal means
   * that it cannot be had any more: the money goes back.
   */
  book(tx: Tx, paid: PaidPurchase, at: PurchaseContext): Promise<readonly PaidItem[] | Refusal>
}

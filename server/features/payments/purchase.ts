import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { PaymentType, PurchaseRequest } from '../../../shared/contract/payments/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RefundReason } from '../../db/tables/payments.ts'
import type { Refusal } from '../../refusal.ts'
import type { Places } from '../places/places.ts'

/** Who pays: an account, or a guest who is known by what they wrote in the form. */
export interface Buyer {
  readonly userId: string | null
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  /** How many of the product a guest may have coming up. */
  readonly mostOpen?: number
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
  /** For receipts and the payment list, e.g. 'Cage 2, Tue, Nov 24, 4:00–5:00 PM'; see `purchaseText`. */
  readonly description: string
  /** How many things are paid. */
  readonly count: number
  /** What `book` needs to write them, as JSON; kept with the hold. */
  readonly details: Record<string, unknown>
}

/** A purchase that is paid and whose places are free for the buyer. */
export interface PaidPurchase {
  readonly buyer: Buyer
  readonly totalCents: number
  readonly details: Record<string, unknown>
  readonly paymentId: string
}

/** One booked and paid thing, by the column of `payment_items` that refers to it. */
export interface PaidItem {
  readonly item:
    | { readonly booking_id: string }
    | { readonly coach_booking_id: string }
    | { readonly class_registration_id: string }
    | { readonly camp_registration_id: string }
    | { readonly subscription_id: string }
  readonly cents: number
}

/** What was booked of a purchase of several places, and the parts that are paid back because they could not be booked. */
export interface BookedInPart {
  readonly items: readonly PaidItem[]
  readonly givenBack: readonly { readonly cents: number; readonly reason: RefundReason }[]
}

/** The moment and the facility for which something is prepared or booked. */
export interface PurchaseContext {
  readonly now: Date
  readonly facility: Facility
  readonly siteUrl: string
  /** Signs the addresses that a mail leads a guest to. */
  readonly config: Pick<Context['config'], 'secrets'>
}

/** The present moment at this facility. */
export const purchaseContext = async (
  context: Pick<Context, 'clock' | 'facility' | 'publicUrl' | 'config'>,
): Promise<PurchaseContext> => ({
  now: context.clock.now(),
  facility: await context.facility.get(),
  siteUrl: context.publicUrl(),
  config: context.config,
})

/** A guest who may buy, with the keys by which the limits on open checkouts count the person. */
export interface AdmittedGuest {
  readonly buyer: Buyer
  readonly person: CountedAs['person']
}

/** A database constraint that may refuse a paid purchase after its locks were taken, and why the money is refunded. */
export type ConstraintRefusal = readonly [sqlState: string, constraint: string, reason: RefundReason]

/**
 * How one kind of thing is bought by card. Each feature that sells something implements it; the composition root registers
 * them (server/features.ts). Money, holds and refunds are the work of payments.
 */
export interface Product<Request extends PurchaseRequest = PurchaseRequest> {
  /** The type of its payments. */
  readonly type: PaymentType
  /** The code when a constraint refuses places that the locks did not protect. */
  readonly takenCode: ErrorCode
  /** Constraints of its own tables. */
  readonly refusedBy: readonly ConstraintRefusal[]
  isRequestedBy(request: PurchaseRequest): request is Request
  /** Whether a hold is of this product; only where another product has payments of the same type. */
  isHeldIn?(details: Purchase['details']): boolean
  /** Checks a guest before any work is done, or asks them to sign in where guests cannot buy this. */
  admitGuest(
    context: Context,
    request: Request,
    address: string,
  ): Promise<AdmittedGuest | Refusal> | AdmittedGuest | Refusal
  /**
   * Prices the request from the database, compares the shown amount (decision 1) and looks whether everything is free,
   * under the locks that its noun uses, after `claimPlaces`. Changes nothing else.
   */
  prepare(tx: Tx, request: Request, buyer: Buyer, at: PurchaseContext): Promise<Purchase | Refusal>
  /**
   * Books what was paid and queues the confirmation; the locks are held and the places are free. After a refusal the payment
   * is refunded, and in part where a part could not be booked.
   */
  book(tx: Tx, paid: PaidPurchase, at: PurchaseContext): Promise<readonly PaidItem[] | BookedInPart | Refusal>
  /** Where the calendar file of its only item is, for the account that paid or a guest, if guests can buy it. */
  calendarPath?(context: Pick<Context, 'config'>, itemId: string, payerId: string | null): string
}

/** All products, as the checkout finds them. */
export interface Products {
  /** The product that a request asks for. Fails for a request that no product knows. */
  of(request: PurchaseRequest): Product
  /** Fails for a type that is not bought through a checkout. */
  ofType(type: PaymentType, details?: Purchase['details']): Product
  readonly all: readonly Product[]
}

/** @throws when two products claim one type of payment, and nothing tells their holds apart. */
export function registerProducts(all: readonly Product[]): Products {
  const byType = Map.groupBy(
    all.filter(({ isHeldIn }) => !isHeldIn),
    ({ type }) => type,
  )
  for (const [type, claimants] of byType) {
    if (claimants.length > 1) throw new Error(`${claimants.length} products claim the payment type ${type}.`)
  }
  return {
    all,
    of(request) {
      const product = all.find((candidate) => candidate.isRequestedBy(request))
      if (!product) throw new Error('No product is registered for a purchase request.')
      return product
    },
    ofType(type, details = {}) {
      const own = all.find((candidate) => candidate.type === type && candidate.isHeldIn?.(details))
      const product = own ?? byType.get(type)?.[0]
      if (!product) throw new Error(`No product is registered for the payment type ${type}.`)
      return product
    },
  }
}

import type { PaymentType, PurchaseRequest } from '../../../shared/contract/payments.ts'
import type { Tx } from '../../db/database.ts'
import type { Refusal } from '../../refusal.ts'
import { bookingProduct } from '../bookings/product.ts'
import { campProduct } from '../camps/product.ts'
import { classProduct } from '../classes/product.ts'
import { lessonProduct } from '../lessons/product.ts'
import type { Buyer, PaidItem, PaidPurchase, Product, Purchase, PurchaseContext } from './purchase.ts'

/** What can be bought by card, by the type of its payment. A membership is not among them: it is subscribed to. */
const products: Partial<Record<PaymentType, Pick<Product<never>, 'book'>>> = {
  cage_booking: bookingProduct,
  lesson: lessonProduct,
  class_booking: classProduct,
  camp_registration: campProduct,
}

/** Prices a request and claims its places, by what it names. */
export function preparePurchase(
  tx: Tx,
  request: PurchaseRequest,
  buyer: Buyer,
  at: PurchaseContext,
): Promise<Purchase | Refusal> {
  if ('bookingDetails' in request) return bookingProduct.prepare(tx, request, buyer, at)
  if ('duration_minutes' in request) return lessonProduct.prepare(tx, request, buyer, at)
  if ('instanceIds' in request) return classProduct.prepare(tx, request, buyer, at)
  return campProduct.prepare(tx, request, buyer, at)
}

/** Writes what was paid. Fails for a type that is not bought through a checkout. */
export async function bookPurchase(
  tx: Tx,
  type: PaymentType,
  paid: PaidPurchase,
  at: PurchaseContext,
): Promise<readonly PaidItem[] | Refusal> {
  const product = products[type]
  if (!product) throw new Error(`Nothing is booked for a payment of type ${type}.`)
  return product.book(tx, paid, at)
}

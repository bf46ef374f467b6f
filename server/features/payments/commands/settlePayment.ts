import { sql } from 'kysely'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { facilityDay, minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import type { RefundReason } from '../../../db/tables/payments.ts'
import { Refusal } from '../../../refusal.ts'
import { endHold, isHeld, readHold } from '../../places/holds.ts'
import { arePlacesTaken, clearPlaces, lockPlaces, type Places } from '../../places/places.ts'
import { type ProviderEvent, recordEvent } from '../provider/events.ts'
import type { IntentReading } from '../provider/readIntent.ts'
import type { BookedInPart, Buyer, PaidItem, Products, PurchaseContext } from '../purchase.ts'
import { refundPayment } from '../refunds/refunds.ts'

export interface Settled {
  /** Facility days whose schedule changed. */
  readonly days: readonly string[]
  /** Whether refunds were recorded that have to be sent. */
  readonly refunds: boolean
  /** Whether the payment was refunded on the provider's own pages before it was settled here. */
  readonly refundedThere: boolean
}

export interface SettlementWork {
  readonly reading: IntentReading
  readonly event: ProviderEvent | undefined
  /** Why the money is refunded, where booking was tried and a constraint refused it. */
  readonly refused: RefundReason | null
  readonly products: Products
}

const nothing: Settled = { days: [], refunds: false, refundedThere: false }
const CHECK_AGAIN_MINUTES = 2

/**
 * Brings our rows in line with the provider's reading of a payment. A payment goes pending → completed | failed | canceled;
 * failed can still become completed or canceled; completed only refunded. A late or repeated reading changes nothing.
 */
export async function settlePayment(tx: Tx, work: SettlementWork, at: PurchaseContext): Promise<Settled> {
  const { reading, event } = work
  if (event && !(await recordEvent(tx, event, at.now))) return nothing
  const payment = await lockPayment(tx, reading)
  if (!payment || payment.status === 'completed' || payment.status === 'refunded') return nothing
  if (reading.status === 'succeeded') return settleSuccess(tx, payment, work, at)
  if (reading.status === 'canceled') {
    const { places } = await readHold(tx, payment.holdId)
    await closePayment(tx, payment)
    return { ...nothing, days: daysOf(places, at) }
  }
  await recordAttempt(tx, payment, reading, at.now)
  return nothing
}

const daysOf = ({ slots }: Places, { facility }: PurchaseContext) =>
  slots.map(({ start }) => facilityDay(start, facility.time_zone))

/**
 * Our payment of an intent. One whose intent was created but not recorded, because of a crash, is found by the intent's
 * metadata. Null for payments of other systems through the same account at the provider.
 */
async function lockPayment(tx: Tx, reading: IntentReading) {
  const row = await tx
    .selectFrom('payment_transactions')
    .select(['id', 'status', 'total_amount', 'currency', 'checkout_hold_id'])
    .where(({ or, and, eb }) =>
      or([
        eb('stripe_payment_intent_id', '=', reading.id),
        and([
          eb(sql<string>`id::text`, '=', reading.paymentId ?? ''),
          eb('stripe_payment_intent_id', 'is', null),
        ]),
      ]),
    )
    .where('checkout_hold_id', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.checkout_hold_id ? { ...row, holdId: row.checkout_hold_id } : null
}
type OpenPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

async function settleSuccess(
  tx: Tx,
  payment: OpenPayment,
  { reading, refused, products }: SettlementWork,
  at: PurchaseContext,
): Promise<Settled> {
  const { purpose, places, userId, details: kept } = await readHold(tx, payment.holdId)
  const { buyer: written, ...details } = kept
  // `openCheckout` wrote it there.
  const buyer = written as Buyer
  // The account has been deleted since: there is nobody to book for.
  const buyerGone = buyer.userId !== null && userId === null
  await lockPlaces(tx, places, at.facility.time_zone)
  const held = await isHeld(tx, payment.holdId)
  await clearPlaces(tx, places, buyer, at.now)
  await endHold(tx, payment.holdId, 'completed')
  await completePayment(tx, payment, reading, at.now)

  const totalCents = centsFromDollars(payment.total_amount)
  const refundedCents = reading.charge?.refundedCents ?? 0
  const refundedThere = refundedCents > 0
  const leftCents = reading.receivedCents - refundedCents
  const settled = { days: daysOf(places, at), refunds: false, refundedThere }
  if (leftCents <= 0) return settled
  const refund = async (reason: RefundReason): Promise<Settled> => {
    await refundPayment(tx, { paymentId: payment.id, cents: leftCents, reason, now: at.now })
    return { ...settled, refunds: true }
  }
  if (reading.receivedCents !== totalCents || reading.currency !== payment.currency) {
    return refund('wrong_amount')
  }
  if (refused) return refund(refused)
  if (buyerGone || (!held && (await arePlacesTaken(tx, places)))) return refund('place_gone')
  const paid = { buyer, totalCents, details, paymentId: payment.id }
  const booked = await products.ofType(purpose, details).book(tx, paid, at)
  if (booked instanceof Refusal) return refund(reasonOf(booked))
  const { items, givenBack } = 'items' in booked ? booked : { items: booked, givenBack: [] }
  await insertItems(tx, payment.id, items)
  const due = byReason(givenBack, leftCents)
  for (const [reason, cents] of due) {
    await refundPayment(tx, { paymentId: payment.id, cents, reason, now: at.now })
  }
  return { ...settled, refunds: due.size > 0 }
}

/** What is given back for each reason, together never more than is left of the payment. */
function byReason(givenBack: BookedInPart['givenBack'], leftCents: number): Map<RefundReason, number> {
  const due = new Map<RefundReason, number>()
  let left = leftCents
  for (const { cents, reason } of givenBack) {
    const part = Math.min(cents, left)
    left -= part
    if (part > 0) due.set(reason, (due.get(reason) ?? 0) + part)
  }
  return due
}

/** Why something that was paid cannot be booked. */
function reasonOf({ code }: Refusal): RefundReason {
  if (code === 'registration_not_found' || code === 'already_canceled') return 'registration_canceled'
  return code === 'nothing_to_pay' || code.includes('already') ? 'duplicate' : 'place_gone'
}

const completePayment = (
  tx: Tx,
  payment: OpenPayment,
  { id, charge, ...reading }: IntentReading,
  now: Date,
) =>
  tx
    .updateTable('payment_transactions')
    .set({
      status: 'completed',
      stripe_payment_intent_id: id,
      total_amount: decimalFromCents(reading.receivedCents),
      stripe_charge_id: charge?.id ?? null,
      receipt_url: charge?.receiptUrl ?? null,
      card_brand: charge?.brand ?? null,
      card_last4: charge?.last4 ?? null,
      failure_message: null,
      processing: false,
      next_check_at: null,
      payment_date: now,
      completed_at: now,
    })
    .where('id', '=', payment.id)
    .execute()

const insertItems = (tx: Tx, paymentId: string, items: readonly PaidItem[]) =>
  tx
    .insertInto('payment_items')
    .values(
      items.map(({ item, cents }) => ({
        payment_transaction_id: paymentId,
        amount: decimalFromCents(cents),
        ...item,
      })),
    )
    .execute()

/** The provider will never charge it: its hold ends. A payment whose last attempt failed stays failed. */
async function closePayment(tx: Tx, payment: OpenPayment): Promise<void> {
  const status = payment.status === 'pending' ? 'canceled' : payment.status
  await tx
    .updateTable('payment_transactions')
    .set({ status, processing: false, next_check_at: null })
    .where('id', '=', payment.id)
    .execute()
  await tx
    .updateTable('checkout_holds')
    .set({ status: 'released' })
    .where('id', '=', payment.holdId)
    .where('status', '=', 'held')
    .execute()
}

/** Still open: records the intent and why the card was refused; the payment is read again later. */
const recordAttempt = (tx: Tx, payment: OpenPayment, { id, failure, status }: IntentReading, now: Date) =>
  tx
    .updateTable('payment_transactions')
    .set({
      stripe_payment_intent_id: id,
      status: failure !== null && status === 'requires_payment_method' ? 'failed' : 'pending',
      failure_message: failure,
      processing: status === 'processing',
      next_check_at: new Date(now.getTime() + CHECK_AGAIN_MINUTES * minuteMs),
    })
    .where('id', '=', payment.id)
    .where('status', 'in', ['pending', 'failed'])
    .execute()

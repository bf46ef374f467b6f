import { hash, randomUUID } from 'node:crypto'
import type { PurchaseRequest } from '../../../../shared/contract/payments/payments.ts'
import { decimalFromCents, leastCardCents } from '../../../../shared/domain/money/money.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { takeLocks } from '../../places/occupancy.ts'
import type { Places } from '../../places/places.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
import { checkoutLocks, refuseOpenCheckouts } from '../checkout/openCheckouts.ts'
import type { Buyer, CountedAs, Product, Purchase, PurchaseContext } from '../purchase.ts'

/** How long slots and seats are held while a card is charged (decision 16). */
const HOLD_MINUTES = 15
/** A hold with less than this left is not continued. */
const LEAST_LEFT_MINUTES = 5

/**
 * Holds what is bought for 15 minutes and records a pending payment. The same request by the same person continues the
 * open checkout. Does not call the provider.
 *
 * @returns the hold's id, or why the purchase is refused.
 */
export async function openCheckout(
  tx: Tx,
  request: PurchaseRequest,
  { product, buyer, counted, time }: { product: Product; buyer: Buyer; counted: CountedAs; time: TimeWanted },
  at: PurchaseContext,
): Promise<string | Refusal> {
  const requestHash = hashOf(request, buyer)
  const [, open] = await Promise.all([
    takeLocks(tx, checkoutLocks(counted)),
    findOpen(tx, requestHash, at.now),
  ])
  if (open) return open
  const purchase = await product.prepare(tx, request, buyer, at)
  if (purchase instanceof Refusal) return purchase
  time.takes(purchase.slots)
  if (purchase.totalCents === 0) return refuse('nothing_to_pay')
  if (purchase.totalCents < leastCardCents) return refuse('below_card_minimum')
  const tooMuch = await refuseOpenCheckouts(tx, { places: purchase, counted, userId: buyer.userId }, at)
  if (tooMuch) return tooMuch
  const holdId = randomUUID()
  await Promise.all([
    insertHold(tx, { holdId, requestHash, purchase, buyer, counted, now: at.now }),
    ...insertPlaces(tx, holdId, purchase),
    insertPayment(tx, { holdId, purchase, buyer, now: at.now }),
  ])
  return holdId
}

const hashOf = (request: PurchaseRequest, { userId, email, phone }: Buyer): string =>
  hash('sha256', JSON.stringify([userId ?? [email, phone], withoutFormCheck(request)]), 'base64')

/** The form token of a guest's form is new each time. */
const withoutFormCheck = (request: PurchaseRequest) => ({ ...request, form_token: undefined })

async function findOpen(tx: Tx, requestHash: string, now: Date): Promise<string | undefined> {
  const row = await tx
    .selectFrom('checkout_holds')
    .select('id')
    .where('request_hash', '=', requestHash)
    .where('status', '=', 'held')
    .where('expires_at', '>', new Date(now.getTime() + LEAST_LEFT_MINUTES * minuteMs))
    .executeTakeFirst()
  return row?.id
}

interface Opened {
  readonly holdId: string
  readonly purchase: Purchase
  readonly buyer: Buyer
  readonly now: Date
}

const insertHold = (
  tx: Tx,
  {
    holdId,
    requestHash,
    purchase,
    buyer,
    counted,
    now,
  }: Opened & { requestHash: string; counted: CountedAs },
) =>
  tx
    .insertInto('checkout_holds')
    .values({
      id: holdId,
      user_id: buyer.userId,
      purpose: purchase.type,
      amount: decimalFromCents(purchase.totalCents),
      details: JSON.stringify({ ...purchase.details, buyer }),
      request_hash: requestHash,
      opened_by: [...counted.person, counted.address],
      created_at: now,
      expires_at: new Date(now.getTime() + HOLD_MINUTES * minuteMs),
    })
    .execute()

function insertPlaces(tx: Tx, holdId: string, { slots, seats }: Places): Promise<unknown>[] {
  const slotRows = slots.map(({ cageId, coachId, start, end }) => ({
    checkout_hold_id: holdId,
    cage_id: cageId,
    coach_id: coachId,
    start_time: start,
    end_time: end,
  }))
  const seatRows = seats.map((seat) => ({
    checkout_hold_id: holdId,
    camp_id: 'campId' in seat ? seat.campId : null,
    class_instance_id: 'classInstanceId' in seat ? seat.classInstanceId : null,
    participant_id: seat.participantId ?? null,
  }))
  return [
    ...(slotRows.length > 0 ? [tx.insertInto('checkout_hold_slots').values(slotRows).execute()] : []),
    ...(seatRows.length > 0 ? [tx.insertInto('checkout_hold_seats').values(seatRows).execute()] : []),
  ]
}

const insertPayment = (tx: Tx, { holdId, purchase, buyer, now }: Opened) =>
  tx
    .insertInto('payment_transactions')
    .values({
      user_id: buyer.userId,
      customer_name: buyer.name,
      customer_email: buyer.email,
      payment_type: purchase.type,
      description: purchase.description,
      payment_description: purchase.description,
      total_amount: decimalFromCents(purchase.totalCents),
      booking_count: purchase.count,
      payment_method: 'card',
      checkout_hold_id: holdId,
      created_at: now,
      next_check_at: new Date(now.getTime() + 2 * minuteMs),
    })
    .execute()

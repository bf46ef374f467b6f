import type { PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import { terms as partyTerms, refundByRule } from '../../../../shared/domain/bookings/terms.ts'
import {
  allocate,
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
} from '../../../../shared/domain/money/money.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, type ActingTerms, underTerms } from '../changes/actingTerms.ts'
import type { ReleasePlace } from '../checkout/releasePlace.ts'
import { cancelSeat, changeablePayable, findPayable, itemsOfPayment, lockPayables } from '../payables.ts'
import { sumRefunds } from '../refunds/recordRefunds.ts'
import { centsRefundedWith, insertRefund, type RefundedCents, type RefundWay } from '../refunds/refunds.ts'

export interface StaffRefund {
  readonly paymentId: string
  /** Null: what the policy gives. */
  readonly cents: number | null
  readonly reason: string | null
  readonly way: RefundWay
  readonly place: 'keep' | 'free'
  /** By hand: it has been given already. */
  readonly given: boolean
}

/** A payment with what is left of it, in cents. */
export async function readRefundable(db: Db, paymentId: string) {
  const payment = await db
    .selectFrom('payment_transactions')
    .select(['id', 'status', 'taken_at_desk', 'total_amount', 'stripe_payment_intent_id', 'description'])
    .select(['user_id', 'customer_name', 'customer_email'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) return null
  const refunds = await db
    .selectFrom('payment_refunds')
    .select(['amount', 'payment_item_id'])
    .where('payment_transaction_id', '=', paymentId)
    .where('status', '<>', 'failed')
    .execute()
  const sum = (rows: typeof refunds) =>
    rows.reduce((total, { amount }) => total + centsFromDollars(amount), 0)
  const paid = payment.status === 'completed' || payment.status === 'refunded'
  const total = paid ? centsFromDollars(payment.total_amount) : 0
  const left = total - sum(refunds)
  const items = (await itemsOfPayment(db, paymentId)).map((item) => ({
    ...item,
    left: Math.min(
      left,
      centsFromDollars(item.amount) - sum(refunds.filter((back) => back.payment_item_id === item.itemId)),
    ),
  }))
  return { payment, total, left, items, byStaff: await centsRefundedWith(db, paymentId) }
}
export type Refundable = NonNullable<Awaited<ReturnType<typeof readRefundable>>>

/** What the policy gives now for all that the payment paid, in cents: nothing for what is canceled or no longer there. */
export async function ruledCents(
  db: Db,
  { items, left }: Refundable,
  rule: ActingTerms['refund'],
  now: Date,
): Promise<number> {
  let cents = 0
  for (const item of items) {
    const payable = item.thing && (await findPayable(db, item.thing))
    if (!payable) continue
    cents += refundByRule(rule, changeablePayable(payable), { byCard: item.left, atDesk: 0 }, now).cents
  }
  return Math.min(cents, left)
}

/** Which ways a payment can go back: by hand always, to the card that the provider has charged. */
export const waysOf = ({ payment }: Refundable): RefundWay[] =>
  payment.stripe_payment_intent_id && !payment.taken_at_desk ? ['card', 'desk'] : ['desk']

/**
 * Refunds a payment by the decision of staff, never more than is left however many decide at once, and keeps or cancels the
 * place. An amount that is not the policy's takes a written reason. The provider is asked after the commit.
 *
 * @returns what goes back, and whether the customer is told of it with a cancellation; or why not, and nothing has changed.
 */
export async function refundByStaff(
  tx: Tx,
  refund: StaffRefund,
  acting: Acting,
  release: ReleasePlace,
): Promise<{ refundable: Refundable; back: RefundedCents; told: boolean } | Refusal> {
  const { terms, at } = acting
  const { now } = at
  const named = (await itemsOfPayment(tx, refund.paymentId)).flatMap(({ thing }) => thing ?? [])
  const things = (await lockPayables(tx, named)).filter((payable) => payable !== undefined)
  await tx
    .selectFrom('payment_transactions')
    .select('id')
    .where('id', '=', refund.paymentId)
    .forNoKeyUpdate()
    .execute()
  const refundable = await readRefundable(tx, refund.paymentId)
  if (!refundable) return refuse('payment_not_found')
  const cents = await agreedCents(tx, refundable, refund, terms, now)
  if (cents instanceof Refusal) return cents

  await describeInAudit(tx, `Refund of ${formatDollars(cents)}${refund.reason ? `: ${refund.reason}` : '.'}`)
  const owed = await readOwed(tx, refund.paymentId)
  const back = { card: 0, desk: 0 }
  let told = false
  for (const part of partsOf(refundable, cents)) {
    const payable = things.find(({ id }) => id === part.thing?.id)
    const freed = payable && refund.place === 'free' && payable.status !== 'canceled'
    if (freed && !isSeat(payable)) {
      const released = await release(tx, payable, part.cents, {
        ...acting,
        terms: { ...terms, refundWay: refund.way, refundOf: refund.paymentId },
      })
      if (released instanceof Refusal) return released
      told = true
    } else {
      await insertRefund(tx, {
        paymentId: refund.paymentId,
        itemId: part.itemId,
        cents: part.cents,
        reason: 'staff',
        now,
        requestedBy: terms.actorId,
        way: refund.way,
        note: refund.reason,
      })
      if (freed) await cancelSeat(tx, payable)
    }
    back[refundable.payment.taken_at_desk ? 'desk' : refund.way] += part.cents
  }
  if (refund.place === 'free') {
    // What has no part of the amount is freed too. Who reads only of the refund reads there that it is canceled.
    const untold = { ...acting, terms: told ? terms : { ...terms, customerUntold: true } }
    const refusal = await freeTheRest(tx, things, untold, release)
    if (refusal) return refusal
  }
  if (refund.given) await giveAllBut(tx, refund.paymentId, owed, { by: terms.actorId, now })
  return { refundable, back, told }
}

const isSeat = ({ kind }: PayableItem) => !['booking', 'guest_booking', 'lesson'].includes(kind)

/** Cancels what of these is not canceled yet, without a further refund. */
async function freeTheRest(
  tx: Tx,
  things: readonly PayableItem[],
  acting: Acting,
  release: ReleasePlace,
): Promise<Refusal | null> {
  for (const thing of things) {
    const payable = await findPayable(tx, thing)
    if (!payable || payable.status === 'canceled') continue
    if (isSeat(payable)) await cancelSeat(tx, payable)
    else {
      const released = await release(tx, payable, 0, acting)
      if (released instanceof Refusal) return released
    }
  }
  return null
}

/** The amount in cents that these terms allow. */
async function agreedCents(
  tx: Tx,
  refundable: Refundable,
  { cents: wanted, way }: StaffRefund,
  acting: ActingTerms,
  now: Date,
): Promise<number | Refusal> {
  const { payment, left, byStaff } = refundable
  if (payment.status !== 'completed') {
    return refuse(payment.status === 'refunded' ? 'nothing_to_refund' : 'payment_not_refundable')
  }
  if (!waysOf(refundable).includes(way)) return refuse('no_card_to_refund')
  const ruled = await ruledCents(tx, refundable, acting.refund, now)
  const cents = wanted ?? ruled
  if (left <= 0 || cents <= 0) return refuse('nothing_to_refund')
  if (cents > left) return refuse('refund_exceeds_paid', { paid_amount: dollarsFromCents(left) })
  const deviates = cents === ruled ? null : refuse('override_reason_required')
  const refusal = underTerms(acting, 'refund', deviates)
  if (refusal) return refusal
  const { refundLimitCents: limit } = acting
  return limit !== null && cents + byStaff > limit
    ? refuse('refund_above_limit', { limit: dollarsFromCents(limit) })
    : cents
}

interface Part {
  readonly itemId: string | null
  readonly thing: PayableItem | null
  readonly cents: number
}

/** The amount shared over what was paid, by what is left of each. */
function partsOf({ items, left }: Refundable, cents: number): Part[] {
  const open = items.filter((item) => item.left > 0)
  const sum = open.reduce((total, item) => total + item.left, 0)
  // Nothing is named any more, or part of it came back for the payment as a whole.
  if (sum !== left) return [{ itemId: null, thing: null, cents }]
  const shares = allocate(
    cents,
    open.map((item) => item.left),
  )
  return open.flatMap((item, n) => {
    const share = shares[n] ?? 0
    return share > 0 ? [{ itemId: item.itemId, thing: item.thing, cents: share }] : []
  })
}

/** The refunds that are still to be given by hand of a payment. */
async function readOwed(tx: Tx, paymentId: string): Promise<string[]> {
  const owed = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('payment_transaction_id', '=', paymentId)
    .where('way', '=', 'desk')
    .where('status', '=', 'pending')
    .execute()
  return owed.map(({ id }) => id)
}

/** Marks what is to be given by hand of a payment as given, except what was owed before: nobody has given that. */
async function giveAllBut(
  tx: Tx,
  paymentId: string,
  owed: readonly string[],
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  const given = (await readOwed(tx, paymentId)).filter((id) => !owed.includes(id))
  if (given.length === 0) return
  await tx
    .updateTable('payment_refunds')
    .set({ status: 'succeeded', completed_at: now, given_by: by })
    .where('id', 'in', given)
    .execute()
  await sumRefunds(tx, paymentId)
}

/**
 * Notes that a refund by hand was given.
 *
 * @returns cents; or `refund_not_found`, `refund_settled`.
 */
export async function giveDeskRefund(
  tx: Tx,
  refundId: string,
  by: string,
  now: Date,
): Promise<{ cents: number } | Refusal> {
  const refund = await tx
    .selectFrom('payment_refunds')
    .select(['status', 'amount', 'payment_transaction_id'])
    .where('id', '=', refundId)
    .where('way', '=', 'desk')
    .forUpdate()
    .executeTakeFirst()
  if (!refund) return refuse('refund_not_found')
  if (refund.status !== 'pending') return refuse('refund_settled')
  await tx
    .updateTable('payment_refunds')
    .set({ status: 'succeeded', completed_at: now, given_by: by })
    .where('id', '=', refundId)
    .execute()
  await sumRefunds(tx, refund.payment_transaction_id)
  return { cents: centsFromDollars(refund.amount) }
}

/** What the customer's own cancellation would give now, in cents. */
export const customersCents = (db: Db, refundable: Refundable, now: Date): Promise<number> =>
  ruledCents(db, refundable, partyTerms.customer.refund, now)

/** The money of a cancellation or a move, for bookings, lessons and registrations alike. */

import { sql } from 'kysely'
import type { RefundMethod } from '../../../../shared/contract/accounts/changes.ts'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import {
  type Changeable,
  changeRules,
  changeUntil,
  moveDifference,
  type PaidCents,
  refundableCents,
  refundBy,
  standingOf,
} from '../../../../shared/domain/bookings/changePolicy.ts'
import { refundByRule, type Terms, terms } from '../../../../shared/domain/bookings/terms.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Tx } from '../../../db/database.ts'
import type { BookedTable } from '../../../db/kinds.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { takeDifference } from '../desk/deskPayments.ts'
import type { RefundedItem } from '../refunds/cardMoney.ts'
import { centsRefundedByStaff, type RefundedCents, type RefundWay, refundItem } from '../refunds/refunds.ts'
import { type ActingTerms, underTerms } from './actingTerms.ts'

/** A customer's refund: cents, and by which way. */
export interface CustomerRefund {
  readonly cents: number
  readonly method: RefundMethod
  /** How much of it is given by hand, where a card gets the rest. */
  readonly byHand?: number
}

export const nothingBack: CustomerRefund = { cents: 0, method: null }

/** What was changed, as it is now, and what comes back. */
export interface Changed<Row> {
  readonly after: Row
  readonly back: CustomerRefund
}

/** What a cancellation gives back: by the terms' rule, or what the person who cancels chose instead. */
export type RefundChoice = 'by_rule' | 'full' | 'none' | { readonly cents: number }

/** What something costs at its new time: what the prices say, what it cost before, or another amount. */
export type PriceChoice = 'by_rule' | 'kept' | { readonly cents: number }

/**
 * Why it cannot be canceled or moved under these terms, with the moment until which its customer could; null when it can.
 * What is canceled already stays so under any terms.
 */
export function refuseChange(
  booked: Changeable,
  now: Date,
  acting: Pick<ActingTerms, 'rules' | 'overrideReason'> = { ...terms.customer, overrideReason: null },
): Refusal | null {
  const standing = standingOf(booked, now)
  const code = changeRules[standing].refusal
  if (code === null) return null
  const refusal = refuse(code, { until: changeUntil(booked).toISOString() })
  if (standing === 'canceled') return refusal
  return underTerms(acting, standing === 'late' ? 'cutoff' : 'begun', refusal)
}

/**
 * Records a refund in the transaction that decides it. What was paid at the desk is to be given by hand, as the audit
 * entries of the change, written after this, say too.
 *
 * @param refund.way 'desk' to give by hand also what a card paid.
 * @returns the refund: less than `due` where less is left of the payments.
 */
export async function refundCustomer(
  tx: Tx,
  due: CustomerRefund,
  refund: {
    item: RefundedItem
    reason: 'customer_canceled' | 'customer_moved' | 'staff'
    now: Date
    requestedBy: string | null
    way?: RefundWay | undefined
    paymentId?: string | undefined
  },
): Promise<CustomerRefund> {
  if (due.method === null) return due
  const refunded = await refundItem(tx, { ...refund, cents: due.cents })
  if (refunded.desk > 0) {
    await describeInAudit(tx, `To be given back at the front desk: ${formatDollars(refunded.desk)}.`)
  }
  return asCustomerRefund(refunded)
}

/** A refund as its customer is told it. */
export const asCustomerRefund = ({ card, desk }: RefundedCents): CustomerRefund => ({
  ...refundBy({ byCard: card, atDesk: desk }, card + desk),
  ...(card > 0 && desk > 0 ? { byHand: desk } : {}),
})

/** What comes back for several things, together. */
export function sumOfRefunds(refunds: readonly CustomerRefund[]): CustomerRefund {
  const cents = refunds.reduce((sum, back) => sum + back.cents, 0)
  const desk = refunds.reduce((sum, back) => sum + byHandOf(back), 0)
  return asCustomerRefund({ card: cents - desk, desk })
}

/** How much of a refund is given at the desk. */
export const byHandOf = ({ cents, method, byHand = 0 }: CustomerRefund): number =>
  method === 'front_desk' ? cents : byHand

/**
 * Refunds a cancellation by the terms' rule, or by another choice where the terms allow one.
 *
 * @returns what comes back; or `refund_exceeds_paid`, `override_reason_required`, `override_refused`,
 * `refund_above_limit`.
 */
export async function settleCancellation(
  tx: Tx,
  canceled: { booked: Changeable; paid: PaidCents; choice: RefundChoice; item: RefundedItem },
  { now }: { now: Date },
  acting: ActingTerms,
): Promise<CustomerRefund | Refusal> {
  const { booked, paid, choice, item } = canceled
  const most = refundableCents(paid)
  const ruled = refundByRule(acting.refund, booked, paid, now)
  const cents = amountOf(choice, { by_rule: ruled.cents, full: most, none: 0 })
  if (cents > most) return refuse('refund_exceeds_paid', { paid_amount: dollarsFromCents(most) })
  const refused =
    refuseChoice(acting, 'refund', cents !== ruled.cents) ?? (await refuseLarge(tx, acting, item, cents))
  if (refused) return refused
  return refundCustomer(tx, refundBy(paid, cents), {
    item,
    now,
    reason: reasonOf(acting, 'customer_canceled'),
    requestedBy: acting.actorId,
    way: acting.refundWay,
    paymentId: acting.refundOf,
  })
}

export interface MovePrice {
  /** What it costs before the move, in dollars as the database has them. */
  readonly costs: string
  /** What the prices say for its new time, in cents. */
  readonly price: number
  /** Whether it counts as paid now, and after the move: what was given for nothing does, though no money came. */
  readonly isPaid: boolean
  readonly staysPaid: boolean
  readonly paid: PaidCents
  readonly choice: PriceChoice
  /** What the person who moves it was shown; null where nothing was. */
  readonly shownTotalDollars: number | null
  /** How the desk takes the difference to a dearer time of what is paid; without it that is refused. */
  readonly takeDifference?: DeskPaymentMethod | undefined
}

/**
 * Settles the price of a move: gives back what is left over of what was paid.
 *
 * @returns what it costs now, in cents, what comes back, and `collect`, which takes the difference: call it once the new cage
 * and time are written; or a refusal with the new price, where it is not paid for or
 * not the one that was shown; or the same refusals as a cancellation has.
 */
export async function settleMove(
  tx: Tx,
  { choice, shownTotalDollars, ...move }: MovePrice,
  { item, now }: { item: RefundedItem; now: Date },
  acting: ActingTerms,
): Promise<{ totalCents: number; back: CustomerRefund; collect: () => Promise<void> } | Refusal> {
  const costs = centsFromDollars(move.costs)
  const price = amountOf(choice, { by_rule: move.price, kept: costs })
  const chosen = refuseChoice(acting, 'price', price !== move.price)
  if (chosen) return chosen
  const unshown = acting.dearer === 'as_computed' ? price : null
  const shown = shownTotalDollars === null ? unshown : centsFromDollars(shownTotalDollars)
  // What counts as paid becomes no dearer by itself: its price would be taken for money that came.
  if (move.isPaid && move.staysPaid && price > costs) {
    const total = { total_amount: dollarsFromCents(price) }
    if (move.takeDifference === undefined) return refuseDearer(acting, price, price - costs)
    if (shown !== null && shown !== price) return refuse('price_changed', total)
    const [cents, payment] = [price - costs, { method: move.takeDifference }]
    // The payment names what it paid: the new cage and time.
    const collect = () => takeDifference(tx, item, { cents, at: now, payment })
    return { totalCents: price, back: nothingBack, collect }
  }
  // Where a payment is taken back, it never came, and nothing of it goes back.
  const paid = move.isPaid && !move.staysPaid ? unpaid : move.paid
  const difference = moveDifference({ costs, price, paid, shown })
  if (difference === 'move_costs_more') return refuseDearer(acting, price, price - costs)
  if (typeof difference === 'string') return refuse(difference, { total_amount: dollarsFromCents(price) })
  const large = await refuseLarge(tx, acting, item, difference.cents)
  if (large) return large
  const back = await refundCustomer(tx, difference, {
    item,
    now,
    reason: reasonOf(acting, 'customer_moved'),
    requestedBy: acting.actorId,
  })
  return { totalCents: price, back, collect: async () => {} }
}

/** What is paid costs more at its new time: says to each party what it can do about that. */
function refuseDearer({ actor }: ActingTerms, price: number, more: number): Refusal {
  const details = { total_amount: dollarsFromCents(price) }
  if (actor === 'customer') return refuse('move_costs_more', details)
  const next = actor === 'coach' ? 'Ask the front desk to move it.' : 'Choose how they pay.'
  return refuse('move_costs_more', details, `The new time costs ${formatDollars(more)} more. ${next}`)
}

/**
 * Whether something booked is the record of a sale: it has begun, and was paid at any time since. To cancel it or to mark it
 * as unpaid afterwards does not make it another thing; the audit log knows.
 */
export async function isRecordOfSale(
  tx: Tx,
  { table, id, status, start }: { table: BookedTable; id: string; status: Standing; start: Date },
  now: Date,
): Promise<boolean> {
  if (now < start) return false
  if (status === 'paid') return true
  const wasPaid = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('record_id', '=', id)
    .where(sql`audited_table(table_name)`, '=', table)
    .where('created_at', '>=', start)
    .where(sql<boolean>`old_values ->> 'status' = 'paid'`)
    .limit(1)
    .executeTakeFirst()
  return wasPaid !== undefined
}
type Standing = BookingStatus | RegistrationStatus

/** A choice as a request has it, an amount in dollars. */
export const choiceOf = <Name extends string>(choice: Name | number): Name | { cents: number } =>
  typeof choice === 'number' ? { cents: centsFromDollars(choice) } : choice

/**
 * The answer to a change, beside the thing itself. `told`: 'Your booking is canceled: Cage 2, Tue, Nov 24, 4:00 PM.'
 *
 * @param reader who booked it, another adult of who takes part, or staff.
 */
export const changeAnswer = (
  told: string,
  back: CustomerRefund,
  reader: 'customer' | 'adult' | 'staff' = 'customer',
) => ({
  message:
    `${told} ${reader === 'staff' ? staffRefundLine(back) : refundLine(back, reader === 'customer')}`.trim(),
  refund_amount: dollarsFromCents(back.cents),
  refund_method: back.method,
})

/**
 * The refund as a sentence for the customer; empty without one.
 *
 * @param isPayer false for another adult of the participant: the money goes back to who paid.
 */
export function refundLine({ cents, method, byHand = 0 }: CustomerRefund, isPayer = true): string {
  if (method === null) return ''
  if (method === 'card_and_front_desk') {
    const parts = [
      { cents: cents - byHand, method: 'card' },
      { cents: byHand, method: 'front_desk' },
    ] as const
    return parts.map((part) => refundLine(part, isPayer)).join(' ')
  }
  const amount = formatDollars(cents)
  if (method === 'card') {
    const card = isPayer ? 'the card you paid with' : 'the card that it was paid with'
    return `${amount} goes back to ${card}. Banks take 5 to 10 days to show it.`
  }
  return isPayer
    ? `Our front desk will refund the ${amount} you paid.`
    : `Our front desk will refund the ${amount} that was paid.`
}

function staffRefundLine({ cents, method, byHand = 0 }: CustomerRefund): string {
  if (method === null) return ''
  const desk = method === 'front_desk' ? cents : byHand
  const lines = [
    cents > desk ? `${formatDollars(cents - desk)} goes back to the card.` : '',
    desk > 0 ? `Please refund ${formatDollars(desk)} at the desk.` : '',
  ]
  return lines.join(' ').trim()
}

const unpaid: PaidCents = { byCard: 0, atDesk: 0 }

const amountOf = <Choice extends string>(
  choice: Choice | { readonly cents: number },
  amounts: Record<Choice, number>,
): number => (typeof choice === 'object' ? choice.cents : amounts[choice])

/** Another amount than the rule's is an override: it takes a party that may, and a written reason. */
const refuseChoice = (acting: ActingTerms, rule: 'price' | 'refund', deviates: boolean): Refusal | null =>
  underTerms(
    acting,
    rule,
    deviates ? refuse(acting.rules[rule] === 'kept' ? 'override_refused' : 'override_reason_required') : null,
  )

/** What staff gave back before counts too: a limit would not be one if it could be passed in steps. */
async function refuseLarge(
  tx: Tx,
  { refundLimitCents: limit }: ActingTerms,
  item: RefundedItem,
  cents: number,
): Promise<Refusal | null> {
  if (limit === null || cents === 0) return null
  const all = cents + (await centsRefundedByStaff(tx, item))
  return all > limit ? refuse('refund_above_limit', { limit: dollarsFromCents(limit) }) : null
}

const reasonOf = <Reason extends string>({ refundedFor }: Pick<Terms, 'refundedFor'>, own: Reason) =>
  refundedFor === 'customer' ? own : 'staff'

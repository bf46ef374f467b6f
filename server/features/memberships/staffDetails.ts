import { sql } from 'kysely'
import type { MembershipDetails } from '../../../shared/contract/memberships/staffMemberships.ts'
import { freezeFrom, freezeMonths } from '../../../shared/domain/memberships/memberLife.ts'
import { centsFromDollars, dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { centsRefundedWith } from '../payments/refunds/refunds.ts'
import { type Asking, restOf } from './commands/askChange.ts'
import { paidPeriod } from './queries.ts'
import { asStaffMembership, findStaffMembership, type StaffRow } from './staffList.ts'

const MOST_ROWS = 36

/**
 * One membership with all that staff decide by.
 *
 * @param by who looks at it: the refund is compared with this person's limit.
 */
export async function readMembershipDetails(
  db: Db,
  id: string,
  by: Omit<Asking, 'staffId'>,
): Promise<MembershipDetails | null> {
  const row = await findStaffMembership(db, id)
  if (!row) return null
  const [attempts, invoices, changes, refund] = await Promise.all([
    readAttempts(db, id),
    readInvoices(db, row),
    readChanges(db, id),
    readRest(db, row, by),
  ])
  const membership = asStaffMembership(row)
  return {
    ...membership,
    attempts,
    invoices,
    changes,
    refund: membership.state === 'ended' ? null : refund,
    freezes: membership.allowed.includes('freeze') ? freezesOf(row, by.now) : [],
  }
}

function freezesOf(row: StaffRow, now: Date): MembershipDetails['freezes'] {
  const { billing_anchor: anchor, current_period_end: nextCharge } = row
  if (!nextCharge || nextCharge <= now) return []
  return Array.from({ length: freezeMonths.most }, (_, index) => {
    const months = index + freezeMonths.least
    const { from, until } = freezeFrom({ anchor, nextCharge }, months)
    return { months, from: from.toISOString(), until: until.toISOString() }
  })
}

async function readRest(
  db: Db,
  row: StaffRow,
  by: Omit<Asking, 'staffId'>,
): Promise<MembershipDetails['refund']> {
  const paid = await paidPeriod(db, row.id)
  if (!paid) return null
  const { cents, daysLeft, days } = restOf(row, paid.leftCents, by)
  if (cents === 0) return null
  const limit = by.refundLimitCents
  const aboveLimit = limit !== null && cents + (await centsRefundedWith(db, paid.paymentId)) > limit
  return {
    amount: dollarsFromCents(cents),
    days_left: daysLeft,
    days,
    way: paid.way,
    above_limit: aboveLimit,
  }
}

async function readAttempts(db: Db, id: string): Promise<MembershipDetails['attempts']> {
  const rows = await db
    .selectFrom('membership_attempts')
    .select(['id', 'attempted_at', 'amount', 'succeeded', 'reason'])
    .where('subscription_id', '=', id)
    .orderBy('attempted_at', 'desc')
    .orderBy('succeeded', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return rows.map(({ attempted_at, amount, ...attempt }) => ({
    ...attempt,
    at: attempted_at.toISOString(),
    amount: dollarsFromDecimal(amount),
  }))
}

/** What was paid for it, and the months that are not: those have no item until they are paid. */
async function readInvoices(db: Db, row: StaffRow): Promise<MembershipDetails['invoices']> {
  const rows = await db
    .selectFrom('payment_transactions as payment')
    .select(['payment.id', 'payment.created_at', 'payment.total_amount', 'payment.refunded_amount'])
    .select(['payment.status', 'payment.receipt_url', 'payment.card_brand', 'payment.card_last4'])
    .where('payment.payment_type', '=', 'membership')
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('payment_items as item')
            .select('item.id')
            .whereRef('item.payment_transaction_id', '=', 'payment.id')
            .where('item.subscription_id', '=', row.id),
        ),
        and([
          eb('payment.status', 'in', ['failed', 'canceled']),
          eb('payment.user_id', '=', row.user_id),
          eb('payment.stripe_invoice_id', 'is not', null),
          sql<boolean>`payment.created_at >= ${row.joined_at}::timestamptz`,
          sql<boolean>`payment.created_at <= coalesce(${row.canceled_at}::timestamptz, 'infinity')`,
        ]),
      ]),
    )
    .where('payment.user_id', 'is not distinct from', row.user_id)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((payment) => ({
    payment_id: payment.id,
    at: payment.created_at.toISOString(),
    amount: dollarsFromDecimal(payment.total_amount),
    refunded: dollarsFromCents(centsFromDollars(payment.refunded_amount)),
    status: payment.status,
    receipt_url: payment.receipt_url,
    card:
      payment.card_brand && payment.card_last4
        ? { brand: payment.card_brand, last4: payment.card_last4 }
        : null,
  }))
}

async function readChanges(db: Db, id: string): Promise<MembershipDetails['changes']> {
  const rows = await db
    .selectFrom('membership_changes as change')
    .leftJoin('profiles as asker', 'asker.id', 'change.asked_by')
    .select(['change.id', 'change.kind', 'change.at_once', 'change.frozen_from', 'change.frozen_until'])
    .select(['change.refund_amount', 'change.reason', 'change.asked_at', 'change.state', 'change.failure'])
    .select('asker.full_name as asked_by_name')
    .where('change.subscription_id', '=', id)
    .orderBy('change.asked_at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(MOST_ROWS)
    .execute()
  return rows.map(({ frozen_from, frozen_until, refund_amount, asked_at, ...change }) => ({
    ...change,
    freeze_from: frozen_from?.toISOString() ?? null,
    freeze_until: frozen_until?.toISOString() ?? null,
    refund: dollarsFromDecimal(refund_amount),
    asked_at: asked_at.toISOString(),
  }))
}

import {
  endingCharge,
  membershipStates,
  type SubscriptionStatus,
  waivedNotice,
} from '../../../shared/domain/memberships.ts'
import { formatDollars } from '../../../shared/domain/money.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import type { Member, MembershipRow } from './commands/applyReading.ts'
import type { NewPayment } from './commands/recordInvoices.ts'
import type { SubscriptionReading } from './readSubscription.ts'

interface Turn {
  readonly member: Member
  readonly before: MembershipRow
  readonly reading: SubscriptionReading
  readonly newPayments: readonly NewPayment[]
}

/** Queues a message for each turn that a membership has taken, in its transaction: one per event (decision 25). */
export async function enqueueMembershipMessages(tx: Tx, turn: Turn, at: PurchaseContext): Promise<void> {
  const { before, reading } = turn
  const was = membershipStates[before.status]
  const is = membershipStates[reading.status]
  if (is.live && before.status === 'incomplete') await started(tx, turn, at)
  else await renewed(tx, turn, at)
  if (is.owes) await paymentFailed(tx, turn, at)
  if (is.live && reading.cancelAtPeriodEnd && !before.cancel_at_period_end) {
    const ending = { membershipId: before.id, ends: reading.periodEnd, status: reading.status }
    await enqueueCanceling(tx, { ...turn.member, ...ending }, at)
  }
  if (reading.status === 'canceled' && (was.live || before.status === 'paused')) {
    await enqueueEnded(tx, { ...turn.member, membershipId: before.id, unpaid: was.owes }, at)
  }
}

const dayOf = (instant: Date | null, at: PurchaseContext): string =>
  instant ? formatDay(facilityDay(instant, at.facility.time_zone), 'long') : ''

const membershipUrl = ({ siteUrl }: PurchaseContext): string => `${siteUrl}/membership`

function started(tx: Tx, { member, before, reading, newPayments }: Turn, at: PurchaseContext): Promise<void> {
  const [first] = newPayments
  return enqueueMessage(tx, {
    template: 'membership-started',
    to: { email: member.email, userId: member.id },
    data: {
      full_name: member.full_name,
      amount: first ? formatDollars(first.invoice.paidCents) : '',
      next_billing_day: dayOf(reading.periodEnd, at),
      receipt_url: first?.invoice.intent?.charge?.receiptUrl ?? '',
      book_url: `${at.siteUrl}/book-cage`,
      account_url: `${at.siteUrl}/account?tab=profile`,
    },
    dedupeKey: `membership-started:${before.id}`,
  })
}

async function renewed(tx: Tx, { member, reading, newPayments }: Turn, at: PurchaseContext): Promise<void> {
  for (const { invoice, paymentId } of newPayments) {
    if (invoice.first) continue
    await enqueueMessage(tx, {
      template: 'membership-renewed',
      to: { email: member.email, userId: member.id },
      data: {
        full_name: member.full_name,
        amount: formatDollars(invoice.paidCents),
        next_billing_day: reading.cancelAtPeriodEnd ? '' : dayOf(reading.periodEnd, at),
        receipt_url: invoice.intent?.charge?.receiptUrl ?? '',
        account_url: `${at.siteUrl}/account?tab=payments`,
      },
      dedupeKey: `membership-renewed:${paymentId}`,
    })
  }
}

/** Once for a bill, however often the card is tried, and once more when the membership stops for it. */
async function paymentFailed(tx: Tx, { member, reading }: Turn, at: PurchaseContext): Promise<void> {
  const owed = reading.invoices.find(({ status, attempts }) => status === 'open' && attempts > 0)
  if (!owed) return
  const stopped = reading.status === 'unpaid'
  await enqueueMessage(tx, {
    template: 'membership-payment-failed',
    to: { email: member.email, userId: member.id },
    data: {
      full_name: member.full_name,
      reason: owed.intent?.failure ?? '',
      stopped_line: stopped ? 'Your membership has stopped until this is paid.' : '',
      mend_url: `${membershipUrl(at)}?card=update`,
    },
    dedupeKey: `membership-payment-failed:${owed.id}${stopped ? ':stopped' : ''}`,
  })
}

/** What is still charged for a membership that ends, and that late notice is waived. */
function chargeLine(
  { status, ends }: { status: SubscriptionStatus; ends: Date | null },
  { facility, now }: PurchaseContext,
): string {
  const term = { days: facility.membership_notice_days, now, zone: facility.time_zone }
  return waivedNotice({ status, current_period_end: ends }, term) ?? endingCharge(status)
}

/** Says until when a membership runs that will not renew. Taking that back and canceling again is another event. */
export const enqueueCanceling = (
  tx: Tx,
  member: Member & { membershipId: string; ends: Date | null; status: SubscriptionStatus },
  at: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'membership-canceling',
    to: { email: member.email, userId: member.id },
    data: {
      full_name: member.full_name,
      end_day: dayOf(member.ends, at),
      charge_line: chargeLine(member, at),
      keep_url: membershipUrl(at),
    },
    dedupeKey: `membership-canceling:${member.membershipId}:${at.now.toISOString()}`,
  })

export const enqueueEnded = (
  tx: Tx,
  member: Member & { membershipId: string; unpaid: boolean },
  at: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'membership-ended',
    to: { email: member.email, userId: member.id },
    data: {
      full_name: member.full_name,
      reason_line: member.unpaid ? 'We could not charge your card, so the membership has ended.' : '',
      rejoin_url: membershipUrl(at),
    },
    dedupeKey: `membership-ended:${member.membershipId}`,
  })

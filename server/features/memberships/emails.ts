import {
  endingCharge,
  membershipStates,
  type SubscriptionStatus,
  waivedNotice,
} from '../../../shared/domain/memberships/memberships.ts'
import { formatDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Tx } from '../../db/database.ts'
import { dayInMail, enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import type { NewPayment } from './commands/recordInvoices.ts'
import type { ChangeRefund } from './commands/settleChange.ts'
import type { Freeze, Member, MembershipRow, SubscriptionReading } from './readSubscription.ts'

interface Turn {
  readonly member: Member
  readonly before: MembershipRow
  readonly reading: SubscriptionReading
  readonly freeze: Freeze | null
  readonly newPayments: readonly NewPayment[]
  /** What staff gave back with the end. */
  readonly refund: ChangeRefund | null
}

/** Queues a message for each change of a membership, in its transaction: one per event (decision 25). */
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
  if (is.live) await enqueueFreezeChange(tx, freezeTurn(turn), at)
  if (reading.status === 'canceled' && (was.live || before.status === 'paused')) {
    await enqueueEnded(
      tx,
      { ...turn.member, membershipId: before.id, unpaid: was.owes, refund: turn.refund },
      at,
    )
  }
}

/** The change of a freeze, told once: that it was set, or that it is over. */
export interface FreezeTurn {
  readonly member: Member
  readonly membershipId: string
  readonly before: Freeze | null
  readonly after: Freeze | null
  /** Per month, in cents; null where nothing is billed. */
  readonly priceCents: number | null
  readonly nextCharge: Date | null
}

const freezeTurn = ({ member, before, reading, freeze }: Turn): FreezeTurn => ({
  member,
  membershipId: before.id,
  before:
    before.frozen_from && before.frozen_until
      ? { from: before.frozen_from, until: before.frozen_until }
      : null,
  after: freeze,
  priceCents: reading.priceCents,
  nextCharge: reading.cancelAtPeriodEnd ? null : reading.periodEnd,
})

/** Tells a member that a freeze was set, changed or taken back; nothing where it stayed as it was. */
export async function enqueueFreezeChange(tx: Tx, turn: FreezeTurn, at: PurchaseContext): Promise<void> {
  const { member, before, after } = turn
  const to = { email: member.email, userId: member.id }
  const monthly = turn.priceCents === null ? '' : formatDollars(turn.priceCents)
  const account_url = `${at.siteUrl}/account?tab=profile`
  if (
    after &&
    (after.from.getTime() !== before?.from.getTime() || after.until.getTime() !== before.until.getTime())
  ) {
    await enqueueMessage(tx, {
      template: 'membership-frozen',
      to,
      data: {
        full_name: member.full_name,
        from_day: dayOf(after.from, at),
        until_day: dayOf(after.until, at),
        amount: monthly,
        account_url,
      },
      dedupeKey: `membership-frozen:${turn.membershipId}:${after.from.toISOString()}:${after.until.toISOString()}:${at.now.toISOString()}`,
    })
  } else if (before && !after) {
    await enqueueMessage(tx, {
      template: 'membership-unfrozen',
      to,
      data: {
        full_name: member.full_name,
        next_billing_day: dayOf(turn.nextCharge, at),
        amount: monthly,
        book_url: `${at.siteUrl}/book-cage`,
      },
      dedupeKey: `membership-unfrozen:${turn.membershipId}:${before.from.toISOString()}:${at.now.toISOString()}`,
    })
  }
}

/** The link where another card can be entered, for a member whom staff remind. */
export const enqueueCardLink = (
  tx: Tx,
  { member, owedCents, event }: { member: Member; owedCents: number; event: string },
  at: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'membership-card-link',
    to: { email: member.email, userId: member.id },
    data: {
      full_name: member.full_name,
      owed_line:
        owedCents > 0 ? `${formatDollars(owedCents)} isn’t paid yet and is charged to the new card.` : '',
      card_url: `${membershipUrl(at)}?card=update`,
    },
    dedupeKey: `membership-card-link:${event}`,
  })

const refundText = ({ cents, way }: ChangeRefund): string =>
  way === 'card'
    ? `we refund ${formatDollars(cents)} to your card.`
    : `you get ${formatDollars(cents)} back at our front desk.`

const dayOf = (instant: Date | null, at: PurchaseContext): string =>
  instant ? dayInMail(facilityDay(instant, at.facility.time_zone), at) : ''

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

/** Once per invoice, however often the card is tried, and once more when the membership stops because of it. */
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

/** The remaining charges of a membership that ends, and that late notice is waived. */
function chargeLine(
  { status, ends }: { status: SubscriptionStatus; ends: Date | null },
  { facility, now }: PurchaseContext,
): string {
  const term = { days: facility.membership_notice_days, now, zone: facility.time_zone }
  return waivedNotice({ status, current_period_end: ends }, term) ?? endingCharge(status)
}

/** Says when a canceled membership ends. Resuming and canceling again is another event. */
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

/** Tells a member that the membership has ended, and what comes back. */
export const enqueueEnded = (
  tx: Tx,
  member: Member & { membershipId: string; unpaid: boolean; refund: ChangeRefund | null },
  at: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'membership-ended',
    to: { email: member.email, userId: member.id },
    data: {
      full_name: member.full_name,
      reason_line: [
        member.unpaid ? 'We couldn’t charge your card, so the membership has ended.' : '',
        member.refund ? `For the rest of the month ${refundText(member.refund)}` : '',
      ]
        .join(' ')
        .trim(),
      rejoin_url: membershipUrl(at),
    },
    dedupeKey: `membership-ended:${member.membershipId}`,
  })

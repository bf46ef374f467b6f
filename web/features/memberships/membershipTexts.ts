import type { Subscription } from '../../../shared/contract/memberships/memberships.ts'
import { membershipStates } from '../../../shared/domain/memberships/memberships.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import type { Tone } from '../../components/ItemCard.tsx'

/** What a member reads of the membership, in the words of the specification (spec 2 §4). */
export interface MembershipTexts {
  chip: { tone: Tone; label: string }
  /** What the member should know or do; empty if nothing is wrong. */
  lines: string[]
  /** The next billing date, or the day on which the membership ends. */
  date: { label: string; day: string } | null
  /** A month is not paid. */
  owes: boolean
  /** Whether the month can be paid here with another card. */
  payable: boolean
  /** Whether the card can be replaced: it will be charged again. */
  changeable: boolean
}

const standings: Record<Subscription['status'], { tone: Tone; label: string; line: string | null }> = {
  active: { tone: 'good', label: 'Active', line: null },
  trialing: { tone: 'good', label: 'Trial', line: null },
  past_due: {
    tone: 'bad',
    label: 'Past Due',
    line: 'Your last payment did not go through.',
  },
  unpaid: {
    tone: 'bad',
    label: 'Unpaid',
    line: 'Your last payment did not go through, and your membership is on hold until it is paid.',
  },
}

const payLine = 'Update your card: we’ll charge what’s owed, and your membership continues.'

const freezeLine = (
  { from, until, begun }: { from: string; until: string; begun: boolean },
  zone: string,
): string => {
  const day = (instant: string) => formatDay(facilityDay(instant, zone), 'long')
  const dates = begun ? `until ${day(until)}` : `from ${day(from)} to ${day(until)}`
  return `Your membership is frozen ${dates}: you aren’t charged, and member prices don’t apply. It resumes on its own.`
}

/** The texts of a live membership; the date is on the facility's calendar. */
export function membershipTexts(subscription: Subscription, zone: string): MembershipTexts {
  const { status, cancel_at_period_end: ending, current_period_end: periodEnd } = subscription
  const freeze = ending ? null : subscription.freeze
  const end = freeze?.until ?? periodEnd
  const { line, ...chip } = standings[status]
  const { owes } = membershipStates[status]
  const payable = owes && subscription.stripe_subscription_id !== null
  return {
    chip: ending
      ? { tone: 'open', label: 'Cancelling at Period End' }
      : freeze?.begun
        ? { tone: 'open', label: 'Frozen' }
        : chip,
    lines: [
      ...(ending ? ['Your membership will not renew'] : []),
      ...(freeze ? [freezeLine(freeze, zone)] : []),
      ...(line ? [line, payable ? payLine : 'Please call us to settle it.'] : []),
    ],
    date:
      // A next billing date would hide that a month is unpaid.
      end === null || (owes && !ending)
        ? null
        : {
            label: ending ? 'Membership Ends' : 'Next Billing Date',
            day: formatDay(facilityDay(end, zone), 'long'),
          },
    owes,
    payable,
    changeable: subscription.stripe_subscription_id !== null && !owes && !ending,
  }
}

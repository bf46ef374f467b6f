import type { Subscription } from '../../../shared/contract/memberships.ts'
import { membershipStates } from '../../../shared/domain/memberships.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay } from '../../../shared/domain/timeFormat.ts'
import type { Tone } from '../account/ItemCard.tsx'

/** A membership in the words of the specification (spec 2 §4). */
export interface MembershipWords {
  chip: { tone: Tone; label: string }
  /** What the member should know or do; nothing when all is well. */
  lines: string[]
  /** The date that matters next, under its name. */
  date: { label: string; day: string } | null
  /** Whether the card on file has to be mended. */
  owes: boolean
  /** Whether a card will be charged again, which another one can take the place of. */
  changeable: boolean
}

const standings: Record<Subscription['status'], { tone: Tone; label: string; line: string | null }> = {
  active: { tone: 'good', label: 'Active', line: null },
  trialing: { tone: 'good', label: 'Trial', line: null },
  past_due: {
    tone: 'bad',
    label: 'Past Due',
    line: 'Your last payment did not go through. Please update your card.',
  },
  unpaid: {
    tone: 'bad',
    label: 'Unpaid',
    line: 'Your membership is on hold until it is paid. Please update your card.',
  },
}

/** What to say of a live membership; the date is the facility's. */
export function membershipWords(subscription: Subscription, zone: string): MembershipWords {
  const { status, cancel_at_period_end: ending, current_period_end: end } = subscription
  const { line, ...chip } = standings[status]
  const { owes } = membershipStates[status]
  return {
    chip: ending ? { tone: 'open', label: 'Cancelling at Period End' } : chip,
    lines: [...(ending ? ['Your membership will not renew'] : []), ...(line ? [line] : [])],
    date:
      // While it is on hold nothing is charged.
      end === null || (status === 'unpaid' && !ending)
        ? null
        : {
            label: ending ? 'Membership Ends' : 'Next Billing Date',
            day: formatDay(facilityDay(end, zone), 'long'),
          },
    owes,
    changeable: subscription.stripe_subscription_id !== null && !owes && !ending,
  }
}

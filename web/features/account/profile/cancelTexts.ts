import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { Subscription } from '../../../../shared/contract/memberships/memberships.ts'
import {
  endingCharge,
  membershipStates,
  waivedNotice,
} from '../../../../shared/domain/memberships/memberships.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { ApiError } from '../../../api/apiError.ts'

type Membership = Pick<Subscription, 'status' | 'current_period_end'>
type Rules = Pick<Facility, 'membership_notice_days' | 'time_zone'>

/** What a member reads before canceling: until when it runs, and what is still charged (decision 29). */
export function endingLines(membership: Membership, rules: Rules, now = new Date()): string[] {
  const { status, current_period_end } = membership
  const { owes } = membershipStates[status]
  const ends = current_period_end && formatDay(facilityDay(current_period_end, rules.time_zone), 'long')
  const until = ends ?? 'the end of your current billing period'
  const running = owes
    ? `Your membership ends on ${until} and will not renew.`
    : `Your membership stays active until ${until}. After that it will not renew.`
  return [running, lateNotice(membership, rules, now) ?? endingCharge(status)]
}

/** What a member who cancels inside the notice days reads; null for others. */
export const lateNotice = (
  membership: Membership,
  { membership_notice_days: days, time_zone: zone }: Rules,
  now = new Date(),
): string | null => waivedNotice(membership, { days, now, zone })

/** Sentences on the outcome, of spec 2 §8 to the letter. */
export const cancelTexts = {
  signedOut: 'You must be logged in to cancel your subscription.',
  network: 'Network error occurred. Please check your connection and try again.',
  unauthorized: 'Authentication error. Please log out and log back in, then try again.',
  none: 'No active subscription found to cancel.',
  failed: 'Failed to cancel subscription. Please try again or contact support.',
  done: 'Subscription cancelled successfully. It will remain active until the end of your current billing period.',
} as const

/** Why a membership was not canceled. */
export function cancelProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return cancelTexts.failed
  if (error.code === 'network') return cancelTexts.network
  if (error.status === 401) return cancelTexts.unauthorized
  return error.status === 404 ? cancelTexts.none : cancelTexts.failed
}

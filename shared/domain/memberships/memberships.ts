/** The states of a membership as data, used by the server's checks and by the page. */
import { daysBetween, facilityDay, type Instant } from '../time/time.ts'

/** The payment provider's own states. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

/** What a state means for its member. */
interface StateRules {
  /** It takes a founders spot and is shown as the person's membership (spec 2 §4, decision 20). */
  readonly live: boolean
  /** Members' prices apply to cages (decision 19). */
  readonly subscribed: boolean
  /** A month is owed: another card can be given. */
  readonly owes: boolean
  /** The membership is over; its state does not change any more. */
  readonly over: boolean
}

export const membershipStates: Readonly<Record<SubscriptionStatus, StateRules>> = {
  incomplete: { live: false, subscribed: false, owes: false, over: false },
  incomplete_expired: { live: false, subscribed: false, owes: false, over: true },
  trialing: { live: true, subscribed: true, owes: false, over: false },
  active: { live: true, subscribed: true, owes: false, over: false },
  past_due: { live: true, subscribed: false, owes: true, over: false },
  unpaid: { live: true, subscribed: false, owes: true, over: false },
  paused: { live: false, subscribed: false, owes: false, over: false },
  canceled: { live: false, subscribed: false, owes: false, over: true },
}

const statuses = Object.keys(membershipStates) as SubscriptionStatus[]

/** The states in which someone is a member; only these are ever loaded (spec 2 §4, 'Subscription loading'). */
export const liveStatuses: readonly SubscriptionStatus[] = statuses.filter(
  (status) => membershipStates[status].live,
)

/** The states in which a month is owed. */
export const owingStatuses: readonly SubscriptionStatus[] = statuses.filter(
  (status) => membershipStates[status].owes,
)

/** A state as the provider writes it; null for one that Dugout does not know. */
export const readSubscriptionStatus = (text: string): SubscriptionStatus | null =>
  statuses.find((status) => status === text) ?? null

/** What the page shows of a person's membership. */
export type Standing = 'none' | 'enrolled' | 'cancelling'

/** A person who owes a month is still enrolled (spec 2 §2). */
export function standingOf(
  membership: { status: SubscriptionStatus; cancel_at_period_end: boolean } | null,
): Standing {
  if (!membership || !membershipStates[membership.status].live) return 'none'
  return membership.cancel_at_period_end ? 'cancelling' : 'enrolled'
}

/** Founders spots that are left, never below none (decision 20). */
export const spotsLeft = (cap: number, taken: number): number => Math.max(0, cap - taken)

/** 'Only 2 / 10 Founders Spots Left!' (spec 2 §2); a full club says so. */
export function foundersBadge(left: number, cap: number): string {
  return left === 0 ? 'All founders spots are taken' : `Only ${left} / ${cap} Founders Spots Left!`
}

/** '7 days' notice', '1 day's notice'. */
export const daysNotice = (days: number): string => (days === 1 ? "1 day's notice" : `${days} days' notice`)

/** The agreement's sentence about notice; `days` is the facility's setting. */
export const noticeTerm = (days: number): string =>
  days === 0 ? 'No notice is needed.' : `Please give ${daysNotice(days)} before your next billing date.`

/** The agreement's sentence about the number of reservations; null: the facility sets no limit. */
export function reservationsTerm(limit: number | null): string {
  if (limit === null)
    return 'You may have as many reservations at a time as you like. The facility may set a limit on how many.'
  if (limit === 1)
    return 'You may have one active reservation at a time. Once it is over, book your next one.'
  return `You may have up to ${limit} active reservations at a time. Once one is over, book your next one.`
}

/** What is still charged for a membership that ends. While it is past due the provider keeps trying the card. */
export const endingCharge = (status: SubscriptionStatus): string =>
  status === 'past_due'
    ? 'This month is not paid yet, and your card may be tried again for it. No other month is charged.'
    : 'Nothing more will be charged.'

/**
 * The text for a member who cancels late: the rule, and that it is waived (decision 29). Null when in time, if no
 * invoice follows, and while a month is owed. Days are facility days.
 */
export function waivedNotice(
  { status, current_period_end: ends }: { status: SubscriptionStatus; current_period_end: Instant | null },
  { days, now, zone }: { days: number; now: Date; zone: string },
): string | null {
  if (ends === null || days === 0 || membershipStates[status].owes) return null
  if (daysBetween(facilityDay(now, zone), facilityDay(ends, zone)) >= days) return null
  return `The agreement asks for ${daysNotice(days)} before the next billing date. We waive it: there is no further charge.`
}

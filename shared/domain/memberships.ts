/** The life of a membership, as data: the server's guards and the page's states read the same table. */

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
  /** A month is owed: the card can be mended. */
  readonly owes: boolean
  /** Nothing changes any more. */
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

/** How a person stands to the club, as the page shows it. */
export type Standing = 'none' | 'enrolled' | 'cancelling'

/** Also who owes a month is enrolled (spec 2 §2). */
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

/** What the agreement's braces stand for. */
export interface AgreementFigures {
  readonly monthly_price: string
  readonly cage_discount: string
  readonly class_discount: string
}

/** The agreement with the facility's figures in place of the braces; braces of no figure stay as they are. */
export function fillAgreement<Section extends { title: string; text: string }>(
  sections: readonly Section[],
  figures: AgreementFigures,
): { title: string; text: string }[] {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (braces, name: string) =>
      Object.hasOwn(figures, name) ? figures[name as keyof AgreementFigures] : braces,
    )
  return sections.map(({ title, text }) => ({ title: fill(title), text: fill(text) }))
}

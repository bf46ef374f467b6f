/**
 * The terms under which a booking or lesson is booked and changed, as data: which rules bind the party whose change it
 * is, and what becomes of price, refund and messages. The server's commands take them; a staff screen reads the same
 * table to know what it may offer.
 *
 * The ledger is not among the rules. No terms let two bookings take the same time of a cage or coach: two exclusion
 * constraints of the database forbid it.
 */
import type { StatusActor } from './bookingStatus.ts'
import {
  type Changeable,
  type ChangeStanding,
  changeRules,
  type PaidCents,
  refundableCents,
  refundBy,
  standingOf,
} from './changePolicy.ts'

/** Whose change it is. A series books many times at once; an import brings in what another system has booked. */
export type Party = 'customer' | 'coach' | 'desk' | 'admin' | 'series' | 'import'

export const rules = [
  /** It is canceled or moved before its cut-off only (changePolicy.ts). */
  'cutoff',
  /** What has begun or is over is not canceled or moved. */
  'begun',
  /** A new time is not in the past. */
  'past',
  /** A new time is within the booking window. */
  'booking_window',
  'opening_hours',
  /** A lesson is within the coach's weekly availability. */
  'coach_hours',
  /** Everybody has an age that the camp or class is for, and a birth date that says so. */
  'ages',
  /** Registration for the camp is open, and its last session has not started. */
  'registration',
  /** It costs what the facility's prices say. */
  'price',
  /** What comes back is what the refund rule says. */
  'refund',
  /** What was paid and has begun is not deleted: it is the record of a sale. */
  'record',
] as const
export type Rule = (typeof rules)[number]

/**
 * How a rule binds. `kept`: it refuses. `reason`: it refuses unless an override reason is written, which the audit log
 * keeps. `waived`: it does not apply.
 */
export type Binding = 'kept' | 'reason' | 'waived'

/**
 * How much of what was paid comes back when it is canceled, in percent: a customer's cancellation is refunded by the
 * cut-off, the facility's own in full until it begins, an import's not at all.
 */
export const refundRules = {
  by_cutoff: (standing) => changeRules[standing].refundPercent,
  until_start: (standing) => (standing === 'open' || standing === 'late' ? 100 : 0),
  none: () => 0,
} as const satisfies Record<string, (standing: ChangeStanding) => number>
export type RefundRule = keyof typeof refundRules

/** What a cancellation gives back now by a rule, in cents, and how. */
export function refundByRule(rule: RefundRule, booked: Changeable, paid: PaidCents, now: Date) {
  const percent = refundRules[rule](standingOf(booked, now))
  return refundBy(paid, Math.round((refundableCents(paid) * percent) / 100))
}

export interface Terms {
  /** The row of the state table (bookingStatus.ts) that applies. */
  readonly actor: StatusActor
  readonly rules: Readonly<Record<Rule, Binding>>
  /** Whether a new time that costs more is taken only with its price shown, or is charged as computed. */
  readonly dearer: 'as_shown' | 'as_computed'
  /** When a lesson's price is computed again: at every new time and cage, or only when it becomes longer or shorter. */
  readonly repriced: 'at_every_move' | 'with_its_length'
  readonly refund: RefundRule
  /** Whose decision a refund is, as its row says. */
  readonly refundedFor: 'customer' | 'staff'
  /** Who gets the message about it. */
  readonly tells: readonly ('person' | 'coach')[]
  /** Whether the limits on unpaid time and on members' reservations count. */
  readonly limited: boolean
  /** Whether refunds above the facility's `desk_refund_limit` are refused. */
  readonly refundLimited: boolean
}

const all = (binding: Binding): Record<Rule, Binding> => ({
  cutoff: binding,
  begun: binding,
  past: binding,
  booking_window: binding,
  opening_hours: binding,
  coach_hours: binding,
  ages: binding,
  registration: binding,
  price: binding,
  refund: binding,
  record: binding,
})

const customer: Terms = {
  actor: 'customer',
  rules: all('kept'),
  dearer: 'as_shown',
  repriced: 'at_every_move',
  refund: 'by_cutoff',
  refundedFor: 'customer',
  tells: ['person', 'coach'],
  limited: true,
  refundLimited: false,
}

const desk: Terms = {
  actor: 'desk',
  rules: { ...all('reason'), cutoff: 'waived', booking_window: 'waived', record: 'kept' },
  dearer: 'as_computed',
  repriced: 'at_every_move',
  refund: 'until_start',
  refundedFor: 'staff',
  tells: ['person', 'coach'],
  limited: false,
  refundLimited: true,
}

/** The terms of each party, where nothing more is known of it. */
export const terms: Readonly<Record<Party, Terms>> = {
  customer,
  // A coach changes own lessons: the availability is the coach's own, and so is the news.
  coach: {
    ...desk,
    actor: 'coach',
    rules: { ...all('kept'), cutoff: 'waived', coach_hours: 'waived' },
    repriced: 'with_its_length',
    tells: ['person'],
    refundLimited: false,
  },
  desk,
  admin: { ...desk, actor: 'admin', rules: { ...desk.rules, record: 'reason' }, refundLimited: false },
  // Its one message lists all of its times.
  series: { ...desk, rules: { ...all('kept'), cutoff: 'waived' }, tells: [] },
  // It is history that was agreed on elsewhere; nobody hears of it again.
  import: {
    ...desk,
    actor: 'admin',
    rules: { ...all('waived'), refund: 'kept', record: 'kept' },
    refund: 'none',
    tells: [],
  },
}

/** How long a change by staff can be undone, and its messages and refunds wait (decision record 039). */
export const undoSeconds = 20

/** Nobody books further ahead, whatever the terms: such a day is a slip of the year. */
export const mostDaysAhead = 3_660

export type RuleOutcome = 'refused' | 'overridden' | 'waived'

/**
 * What becomes of a rule that a change breaks.
 *
 * @param reason the override reason that was written, or null.
 */
export function outcomeOf({ rules }: Pick<Terms, 'rules'>, rule: Rule, reason: string | null): RuleOutcome {
  const binding = rules[rule]
  if (binding === 'waived') return 'waived'
  return binding === 'reason' && reason !== null ? 'overridden' : 'refused'
}

/** Whether a written reason would let this party break the rule. */
export const canOverride = ({ rules }: Pick<Terms, 'rules'>, rule: Rule): boolean => rules[rule] === 'reason'

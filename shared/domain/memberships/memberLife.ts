/** The life of a membership as staff see and change it: states, what can be done in each, freezes, and the rest of a month. */
import { daysBetween, facilityDay, type Instant } from '../time/time.ts'

/** What staff call a membership. Migration 227 computes it from the row. */
export type MemberState = 'active' | 'trialing' | 'past_due' | 'canceling' | 'frozen' | 'ended'

/** What staff can ask for; a row of `membership_changes`. */
export type MembershipChangeKind = 'end' | 'resume' | 'freeze' | 'unfreeze' | 'pay'

interface StateRules {
  readonly label: string
  /** Members' prices apply to cages (decision 19). */
  readonly memberPrice: boolean
  /** It takes a founders spot (decision 20). */
  readonly takesSpot: boolean
  readonly allows: readonly MembershipChangeKind[]
}

export const memberStates: Readonly<Record<MemberState, StateRules>> = {
  active: { label: 'Active', memberPrice: true, takesSpot: true, allows: ['end', 'freeze', 'unfreeze'] },
  trialing: { label: 'Trial', memberPrice: true, takesSpot: true, allows: ['end', 'freeze', 'unfreeze'] },
  past_due: { label: 'Past due', memberPrice: false, takesSpot: true, allows: ['pay', 'end', 'resume'] },
  canceling: { label: 'Canceling', memberPrice: true, takesSpot: true, allows: ['resume', 'end'] },
  frozen: { label: 'Frozen', memberPrice: false, takesSpot: true, allows: ['unfreeze', 'end'] },
  ended: { label: 'Ended', memberPrice: false, takesSpot: false, allows: [] },
}

export const memberStateNames = Object.keys(memberStates) as MemberState[]

/** What the state does not say and the permitted changes depend on. */
export interface MembershipFacts {
  readonly state: MemberState
  /** It ends with its period. */
  readonly ending: boolean
  /** A freeze is on, or begins with the next charge. */
  readonly freezing: boolean
  /** The provider charges a card for it. */
  readonly billed: boolean
  /** The member's account is deleted: nobody is charged on. */
  readonly memberGone: boolean
}

/** What staff can do with a membership now. */
export function changesAllowed(facts: MembershipFacts): MembershipChangeKind[] {
  const { state, ending, freezing, billed, memberGone } = facts
  const fits: Record<MembershipChangeKind, boolean> = {
    end: true,
    resume: ending,
    freeze: !freezing && !ending,
    unfreeze: freezing && !ending,
    pay: billed,
  }
  return memberStates[state].allows.filter((kind) => fits[kind] && (kind === 'end' || !memberGone))
}

/** Freezes are of whole months. */
export const freezeMonths = { least: 1, most: 12 } as const

/**
 * The charge that comes `months` after another one: the anchor's day and time of the month in UTC, or the last day of a
 * month that is too short. Stripe reckons in the same way.
 */
export function laterCharge(anchor: Date, charge: Date, months: number): Date {
  const year = charge.getUTCFullYear()
  const month = charge.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const later = new Date(anchor)
  later.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return later
}

/** A freeze that begins with the next charge: that charge and the ones after it, `months` in all, are left out. */
export const freezeFrom = (
  { anchor, nextCharge }: { anchor: Date | null; nextCharge: Date },
  months: number,
): { from: Date; until: Date } => ({
  from: nextCharge,
  until: laterCharge(anchor ?? nextCharge, nextCharge, months),
})

/** The part of a paid month that is still to come, in whole days; today counts as used. */
export interface RestOfPeriod {
  readonly daysLeft: number
  readonly days: number
  readonly cents: number
}

/**
 * What a member gets back when staff end the membership at once: what was paid for the running month, divided by its days,
 * for each day after today. Days are facility days; the cents are rounded to the nearest one.
 */
export function restOfPeriod(
  { paidCents, from, until }: { paidCents: number; from: Instant | null; until: Instant | null },
  { now, zone }: { now: Date; zone: string },
): RestOfPeriod {
  if (from === null || until === null) return { daysLeft: 0, days: 0, cents: 0 }
  const day = (instant: Instant) => facilityDay(instant, zone)
  const days = daysBetween(day(from), day(until))
  const daysLeft = Math.max(0, Math.min(days, daysBetween(day(now), day(until)) - 1))
  return { daysLeft, days, cents: days === 0 ? 0 : Math.round((paidCents * daysLeft) / days) }
}

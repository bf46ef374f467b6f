/** Until when something booked can be changed, in words: the same on cards, before booking and in mails. */
import type { Change } from '../../contract/accounts/changes.ts'
import { facilityDay, type Instant } from '../time/time.ts'
import { formatDay, formatTime } from '../time/timeFormat.ts'

/** What the customer can do with it online: seats in classes and camps are not moved. */
export type WaysToChange = 'move or cancel' | 'cancel'

/** A moment in a sentence: 'Mon, Nov 23, 4:00 PM'. */
export const formatMoment = (instant: Instant, zone: string): string =>
  `${formatDay(facilityDay(instant, zone))}, ${formatTime(instant, zone)}`

/**
 * Until when all of it can be changed, in one sentence; null when it is too late for all of it.
 *
 * @param untils the cut-offs of what is booked together.
 * @param rule.before the rule where they differ, e.g. '24 hours before '; empty for 'until each session starts'.
 */
export function freeUntil(
  untils: readonly Date[],
  ways: WaysToChange,
  rule: { readonly zone: string; readonly before: string; readonly now: Date },
): string | null {
  if (untils.every((until) => rule.now >= until)) return null
  const [first] = untils
  if (first && untils.every((until) => until.getTime() === first.getTime()))
    return `Free to ${ways} until ${formatMoment(first, rule.zone)}.`
  return `Free to ${ways} until ${rule.before}each session starts.`
}

/** '24 hours before ', for a sentence that goes on with what starts; empty where the rule is the start itself. */
export const beforeStart = (hours: number): string => (hours === 0 ? '' : `${formatHours(hours)} before `)

/** '1 hour', '24 hours'. */
export const formatHours = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/**
 * The cut-off of one thing for its card. `late` goes on with the way to call; null for what is canceled, has begun or is
 * over.
 */
export function deadlineOf(
  { allowed, until, reason }: Pick<Change, 'allowed' | 'until' | 'reason'>,
  ways: WaysToChange,
  zone: string,
): { readonly late: boolean; readonly text: string } | null {
  if (allowed) return { late: false, text: `Free to ${ways} until ${formatMoment(until, zone)}` }
  return reason === 'change_too_late' ? { late: true, text: 'Can no longer be changed online' } : null
}

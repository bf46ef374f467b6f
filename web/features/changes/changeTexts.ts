/** What the pages say about canceling and moving (decision 16; the rule itself is in changePolicy.ts). */
import type { Change } from '../../../shared/contract/changes.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { changeUntil } from '../../../shared/domain/changePolicy.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { facilityDay, type Instant } from '../../../shared/domain/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/timeFormat.ts'
import type { Booked } from './booked.ts'

type Refund = Pick<Change, 'refund_amount' | 'refund_method'>
type Rule = Pick<Facility, 'cancellation_cutoff_hours' | 'time_zone'>

/** A moment in a sentence: 'Mon Nov 23, 4:00 PM'. */
export const formatMoment = (instant: Instant, zone: string): string =>
  `${formatDay(facilityDay(instant, zone))}, ${formatTime(instant, zone)}`

/**
 * Until when what is about to be booked can be canceled or moved, in one sentence; null when all of it starts too soon
 * for that.
 *
 * @param starts when the sessions begin.
 */
export function freeUntil(starts: readonly Date[], rule: Rule, now: Date): string | null {
  const cutoffHours = rule.cancellation_cutoff_hours
  const untils = starts.map((start) => changeUntil({ start, cutoffHours }))
  if (untils.every((until) => now >= until)) return null
  const [first] = untils
  if (first && untils.every((until) => until.getTime() === first.getTime())) {
    return `Free to cancel or move until ${formatMoment(first, rule.time_zone)}.`
  }
  return `Free to cancel or move until ${beforeStart(cutoffHours)}each session starts.`
}

/** '24 hours before ', for a sentence that goes on with what starts. */
const beforeStart = (hours: number): string => (hours === 0 ? '' : `${formatHours(hours)} before `)

/** '1 hour', '24 hours'. */
export const formatHours = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/** What comes back when it is canceled now; says also when nothing does. */
export function refundSentence({ refund_amount, refund_method }: Refund): string {
  const amount = formatDollars(centsFromDollars(refund_amount))
  if (refund_method === 'card') return `${amount} goes back to the card you paid with.`
  if (refund_method === 'front_desk') return `Our front desk gives you back the ${amount} that you paid.`
  return 'There is no payment to give back.'
}

const isSeat = (noun: Booked['noun']): boolean => noun === 'session' || noun === 'registration'

/** What can be done online until the cut-off: seats are not moved. */
export const changesOf = (noun: Booked['noun']): string => (isSeat(noun) ? 'canceled' : 'canceled or moved')

/** Why a cancellation cannot be taken back. */
export const freedSentence = (noun: Booked['noun']): string =>
  `${isSeat(noun) ? 'Your spot' : 'The time'} is free for others at once, so this cannot be undone.`

/** Whether a card has Move and Cancel at all: what is over, under way or canceled is beyond them. */
export const offersChange = ({ allowed, reason }: Change): boolean => allowed || reason === 'change_too_late'

/** What a customer wants to know once something has moved. */
export const movedSentence = (back: Refund, mailed: string): string =>
  back.refund_method ? `${refundSentence(back)} ${mailed}` : mailed

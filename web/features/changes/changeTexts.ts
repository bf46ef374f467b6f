/** What the pages say about canceling and moving (decision 16; the rule itself is in changePolicy.ts). */
import type { Change } from '../../../shared/contract/accounts/changes.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { changeUntil } from '../../../shared/domain/bookings/changePolicy.ts'
import { beforeStart, freeUntil as freeUntilMoments } from '../../../shared/domain/bookings/changeWords.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import type { Booked } from './booked.ts'

type Refund = Pick<Change, 'refund_amount' | 'refund_method'>
type Rule = Pick<Facility, 'cancellation_cutoff_hours' | 'time_zone'>

/**
 * Until when what is about to be booked can be canceled or moved, in one sentence; null when all of it starts too soon
 * for that.
 *
 * @param starts when the sessions begin.
 */
export function freeUntil(starts: readonly Date[], rule: Rule, now: Date): string | null {
  const cutoffHours = rule.cancellation_cutoff_hours
  const untils = starts.map((start) => changeUntil({ start, cutoffHours }))
  return freeUntilMoments(untils, 'move or cancel', {
    zone: rule.time_zone,
    before: beforeStart(cutoffHours),
    now,
  })
}

/** What comes back when it is canceled now; says also when nothing does. */
export function refundSentence({ refund_amount, refund_method }: Refund): string {
  const amount = formatDollars(centsFromDollars(refund_amount))
  if (refund_method === 'card') return `${amount} goes back to the card you paid with.`
  if (refund_method === 'front_desk') return `Our front desk will refund the ${amount} you paid.`
  return 'There is nothing to refund.'
}

const isSeat = (noun: Booked['noun']): boolean => noun === 'session' || noun === 'registration'

/** What can be done online until the cut-off: seats are not moved. */
export const changesOf = (noun: Booked['noun']): string => (isSeat(noun) ? 'canceled' : 'canceled or moved')

/** Why a cancellation cannot be taken back. */
export const freedSentence = (noun: Booked['noun']): string =>
  `${isSeat(noun) ? 'Your spot' : 'The time'} is free for others right away, so this can’t be undone.`

/** Whether a card has Move and Cancel at all: what is over, under way or canceled is beyond them. */
export const offersChange = ({ allowed, reason }: Change): boolean => allowed || reason === 'change_too_late'

/** What a customer wants to know once something has moved. */
export const movedSentence = (back: Refund, mailed: string): string =>
  back.refund_method ? `${refundSentence(back)} ${mailed}` : mailed

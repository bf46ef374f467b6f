import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { positionNames } from '../../../../shared/domain/positions.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'

/** Who comes: who takes part, or the customer where that is not known any more. */
export const whoComes = ({ participant, customer_name }: CoachLesson): string =>
  participant?.name ?? customer_name

/** Who booked, where someone else takes part. */
export const bookedBy = (lesson: CoachLesson): string | undefined =>
  whoComes(lesson) === lesson.customer_name ? undefined : lesson.customer_name

/** 'Leo Parent, Tue, Nov 24, 4:00 PM' */
export const lessonName = (lesson: CoachLesson): string =>
  `${whoComes(lesson)}, ${formatDay(lesson.lesson_date)}, ${formatWallTime(lesson.start_time)}`

/** What becomes of the money when it is canceled now; empty where nothing was paid. */
export function moneyLine({
  status,
  refund_amount,
  refund_method,
}: Pick<CoachLesson, 'status'> & Partial<Pick<CoachLesson, 'refund_amount' | 'refund_method'>>): string {
  if (!refund_amount || !refund_method) return status === 'paid' ? 'It is paid. Nothing is refunded.' : ''
  const amount = formatAmount(refund_amount)
  return {
    card: `It is paid. ${amount} goes back to the card.`,
    front_desk: `It is paid. The front desk refunds ${amount}.`,
    card_and_front_desk: `It is paid. ${amount} is refunded, partly to the card and partly at the front desk.`,
  }[refund_method]
}

const sides = { left: 'left', right: 'right', switch: 'both sides' } as const

/** What is known of a player: '10 years', 'Pitcher', 'Bats left', 'Throws right'. */
export function playerFacts({ participant }: Pick<CoachLesson, 'participant'>): string[] {
  if (!participant) return []
  const { age, positions, bats, throws } = participant
  return [
    ...(age === null ? [] : [age === 1 ? '1 year' : `${age} years`]),
    ...positions.map((position) => positionNames[position]),
    ...(bats ? [`Bats ${sides[bats]}`] : []),
    ...(throws ? [`Throws ${sides[throws]}`] : []),
  ]
}

const MINUTE = 60_000

/** How far a lesson is away, as one says it: 'Now', 'In 25 min', 'In 2 h 5 min', 'Over'. */
export function whenIs({ start, end }: Pick<CoachLesson, 'start' | 'end'>, now: Date): string {
  const ahead = Math.ceil((Date.parse(start) - now.getTime()) / MINUTE)
  if (Date.parse(end) <= now.getTime()) return 'Over'
  if (ahead <= 0) return 'Now'
  if (ahead < 60) return `In ${ahead} min`
  const minutes = ahead % 60
  return `In ${Math.floor(ahead / 60)} h${minutes ? ` ${minutes} min` : ''}`
}

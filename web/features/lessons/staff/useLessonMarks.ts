import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { touches } from '../../../api/touches.ts'
import { type Attempt, useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { whoComes } from './lessonTexts.ts'

/** What a coach notes of a lesson with one tap, and takes back with another. */
export type Mark = 'paid' | 'no-show' | 'free-rest'

/** Whether a mark is set, can be set, or can be taken back; undefined where it cannot be touched. */
export function markOf(lesson: CoachLesson, mark: Mark, now: Date): 'set' | 'undo' | undefined {
  if (lesson.status === 'canceled') return undefined
  const hasBegun = Date.parse(lesson.start) <= now.getTime()
  if (mark === 'free-rest') {
    const isOn = hasBegun && Date.parse(lesson.end) > now.getTime()
    return isOn && lesson.freed_from === null ? 'set' : undefined
  }
  if (mark === 'no-show') {
    if (lesson.attendance === 'no_show') return 'undo'
    return hasBegun ? 'set' : undefined
  }
  if (lesson.status === 'pending payment') return 'set'
  return lesson.may_undo_payment ? 'undo' : undefined
}

interface Marking {
  lesson: CoachLesson
  mark: Mark
  undo: boolean
}

const done: Record<Mark, readonly [set: string, undone: string]> = {
  paid: ['Marked as paid', 'Not paid any more'],
  'no-show': ['Marked as no-show', 'No longer a no-show'],
  'free-rest': ['Marked as no-show, the rest is free', ''],
}

/** Sets a mark or takes it back, and says so; an undo is of exactly the payment that was seen. */
export function useLessonMarks(): Pick<Attempt<Marking, unknown>, 'isPending'> & {
  mark: (marking: Marking) => Promise<void>
} {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: ({ lesson: { id, paid_by_hand_at, revision }, mark, undo }: Marking, once) => {
      const expected = { expected_revision: revision }
      if (mark !== 'paid') {
        const attendance = undo ? null : ('no_show' as const)
        const json = { attendance, free_rest: mark === 'free-rest', ...expected }
        return once('PUT /api/lessons/:id/attendance', { id, ...json })
      }
      const json = undo
        ? {
            p_new_status: 'pending payment' as const,
            ...(paid_by_hand_at && { paid_by_hand_at }),
            ...expected,
          }
        : { p_new_status: 'paid' as const, ...expected }
      return once('PUT /api/lessons/:p_booking_id/payment-status', { p_booking_id: id, ...json })
    },
    touches: touches.lesson,
    pendingUntilRefreshed: true,
  })
  async function mark(marking: Marking) {
    const outcome = await attempt(marking)
    if (!outcome) return
    if ('error' in outcome) return tellProblem(outcome.error)
    const message = `${done[marking.mark][marking.undo ? 1 : 0]}: ${whoComes(marking.lesson)}.`
    offerUndo({ message, undo: outcome.answer.undo })
  }
  return { mark, isPending }
}

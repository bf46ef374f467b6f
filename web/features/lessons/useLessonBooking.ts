import { useState } from 'react'
import type { z } from 'zod'
import type { createCoachBooking, lessonRequest } from '../../../shared/contract/lessons.ts'
import { isUnsure } from '../../api/apiError.ts'
import { api, unwrap } from '../../api/client.ts'
import { coachDayKey } from '../../api/queries/coaches.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { useSession } from '../../api/session.ts'
import { type Once, useAttempt } from '../../api/useAttempt.ts'
import { type LessonProblem, readLessonProblem } from './lessonProblem.ts'

export type LessonRequest = z.input<typeof lessonRequest>
type BookedAnswer = z.output<typeof createCoachBooking.answer>

/** How an attempt to book ended: what the result dialog tells. */
export type LessonOutcome =
  | { kind: 'confirmed'; answer: BookedAnswer; request: LessonRequest }
  | { kind: 'failed'; problem: LessonProblem }

/** Books a lesson of one coach on one facility day. */
export function useLessonBooking(coachId: string, day: string) {
  const isGuest = useSession().status === 'signed-out'
  const check = useGuestCheck(isGuest)
  const [outcome, setOutcome] = useState<LessonOutcome | null>(null)
  const { attempt, isPending, error } = useAttempt({
    send: (request: LessonRequest, once) =>
      request.guest_details
        ? check.send((form_token) => post({ ...request, form_token }, once))
        : post(request, once),
    refresh: (queryClient) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: coachDayKey(coachId, day) }),
        queryClient.invalidateQueries({ queryKey: myLessonsQuery.queryKey }),
      ]),
  })

  /** Answers with the outcome, which is also kept until `forget`; undefined for a second press meanwhile. */
  async function book(request: LessonRequest): Promise<LessonOutcome | undefined> {
    const ended = await attempt(request)
    if (!ended) return undefined
    const told: LessonOutcome =
      'answer' in ended
        ? { kind: 'confirmed', answer: ended.answer, request }
        : { kind: 'failed', problem: readLessonProblem(ended.error) }
    // The form shows a refused phone number at its field.
    if (told.kind === 'confirmed' || !told.problem.phone) setOutcome(told)
    return told
  }

  const unsure = error !== null && isUnsure(error)
  return {
    book,
    isPending,
    outcome,
    forget: () => setOutcome(null),
    /** While this holds, a time that is gone from the list may be gone because this very person has booked it. */
    holdsTime: isPending || unsure || outcome !== null,
  }
}

const post = (json: LessonRequest, once: Once) => unwrap(api.lessons.$post({ json }, once(json)))

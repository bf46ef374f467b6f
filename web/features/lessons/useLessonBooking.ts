import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { createCoachBooking, lessonRequest } from '../../../shared/contract/lessons.ts'
import { useAttemptKey } from '../../api/attemptKey.ts'
import { api, unwrap } from '../../api/client.ts'
import { idempotencyHeaders } from '../../api/idempotencyKey.ts'
import { coachDayKey } from '../../api/queries/coaches.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { useSession } from '../../api/session.ts'
import { type LessonProblem, readLessonProblem } from './lessonProblem.ts'

export type LessonRequest = z.input<typeof lessonRequest>
type BookedAnswer = z.output<typeof createCoachBooking.answer>

/** How an attempt to book ended: what the result dialog tells. */
export type LessonOutcome =
  | { kind: 'confirmed'; answer: BookedAnswer; request: LessonRequest }
  | { kind: 'failed'; problem: LessonProblem }

/**
 * Books a lesson of one coach on one facility day. Pressing again after a lost answer repeats the same request under
 * the same key, so it cannot book twice; any change of the request, and any definite answer, ends that attempt.
 */
export function useLessonBooking(coachId: string, day: string) {
  const queryClient = useQueryClient()
  const attempt = useAttemptKey()
  const sending = useRef(false)
  const isGuest = useSession().status === 'signed-out'
  const check = useGuestCheck(isGuest)
  const [outcome, setOutcome] = useState<LessonOutcome | null>(null)
  const [unsure, setUnsure] = useState(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (request: LessonRequest) =>
      request.guest_details ? check.send((form_token) => post({ ...request, form_token })) : post(request),
  })

  const post = (json: LessonRequest) =>
    unwrap(api.lessons.$post({ json }, { headers: idempotencyHeaders(attempt.keyOf(json)) }))

  /** Answers with the outcome, which is also kept until `forget`; undefined for a second press meanwhile. */
  async function book(request: LessonRequest): Promise<LessonOutcome | undefined> {
    if (sending.current) return undefined
    sending.current = true
    const ended = await send(request)
    sending.current = false
    const open = ended.kind === 'failed' && ended.problem.unsure
    if (!open) attempt.end()
    setUnsure(open)
    // The form shows it at the field.
    if (ended.kind === 'failed' && ended.problem.phone) return ended
    setOutcome(ended)
    void queryClient.invalidateQueries({ queryKey: coachDayKey(coachId, day) })
    void queryClient.invalidateQueries({ queryKey: myLessonsQuery.queryKey })
    return ended
  }

  async function send(request: LessonRequest): Promise<LessonOutcome> {
    try {
      const answer = await mutateAsync(request)
      return { kind: 'confirmed', answer, request }
    } catch (error) {
      return { kind: 'failed', problem: readLessonProblem(error) }
    }
  }

  return {
    book,
    isPending,
    outcome,
    forget: () => setOutcome(null),
    /** While this holds, a time that is gone from the list may be gone because this very person has booked it. */
    holdsTime: isPending || unsure || outcome !== null,
  }
}

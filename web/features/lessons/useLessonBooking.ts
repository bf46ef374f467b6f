import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { createCoachBooking, lessonRequest } from '../../../shared/contract/lessons/lessons.ts'
import { isUnsure } from '../../api/apiError.ts'
import { coachDayKey, lessonDaysKey } from '../../api/queries/coaches.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { useSession } from '../../api/session.ts'
import { type Once, useAttempt } from '../../api/useAttempt.ts'
import type { PurchaseRequest } from '../payments/paymentCalls.ts'
import { type Checkout, useCheckout } from '../payments/useCheckout.tsx'
import { type LessonProblem, readLessonProblem } from './lessonProblem.ts'

export type LessonRequest = z.input<typeof lessonRequest>
type BookedAnswer = z.output<typeof createCoachBooking.answer>

/** How an attempt to book ended. */
export type LessonOutcome =
  | { kind: 'confirmed'; answer: BookedAnswer; request: LessonRequest }
  | { kind: 'failed'; problem: LessonProblem }

/**
 * Books a lesson of one coach on one facility day.
 *
 * @param onProblem hears why it was not booked, where the result dialog tells it.
 */
export function useLessonBooking(coachId: string, day: string, onProblem: (problem: LessonProblem) => void) {
  const isGuest = useSession().status === 'signed-out'
  const check = useGuestCheck(isGuest)
  const { attempt, isPending, error } = useAttempt({
    send: (request: LessonRequest, once) =>
      request.guest_details
        ? check.send((form_token) => post({ ...request, form_token }, once))
        : post(request, once),
    refresh: (queryClient) => refreshDay(queryClient, coachId, day),
  })

  /** Returns the outcome; undefined for a second press while the first is on its way. */
  async function book(request: LessonRequest): Promise<LessonOutcome | undefined> {
    const ended = await attempt(request)
    if (!ended) return undefined
    const result: LessonOutcome =
      'answer' in ended
        ? { kind: 'confirmed', answer: ended.answer, request }
        : { kind: 'failed', problem: readLessonProblem(ended.error) }
    // The form shows a refused phone number at its field.
    if (result.kind === 'failed' && !result.problem.phone) onProblem(result.problem)
    return result
  }

  const unsure = error !== null && isUnsure(error)
  return {
    book,
    isPending,
    /** It may have been booked, or be about to be. */ isUnderWay: isPending || unsure,
  }
}

const post = (json: LessonRequest, once: Once) => once('POST /api/lessons', json)

interface CardLessonActions {
  /** Who takes part, where it is not the customer. */
  forWhom: string | undefined
  /** Until when it can be canceled. */
  terms: ReactNode
  /** Paid, or about to be: the time is taken. */
  onTaken: () => void
  /** The chosen time cannot be had any more, for the reason in the sentence. */
  onTimeGone: (message: string) => void
  /** The guest's phone number cannot be used, for the reason in the sentence. */
  onPhone: (message: string) => void
}

/** Pays a lesson by card. A guest has no account page: the bank's page leads back to the coach's page. */
export function useCardLesson(
  coachId: string,
  day: string,
  { forWhom, terms, onTaken, onTimeGone, onPhone }: CardLessonActions,
): Checkout & { isOpening: boolean } {
  const queryClient = useQueryClient()
  const isGuest = useSession().status === 'signed-out'
  const check = useGuestCheck(isGuest)
  const [isOpening, setOpening] = useState(false)
  const checkout = useCheckout({
    returnPath: isGuest ? `/book-coach/${encodeURIComponent(coachId)}` : '/account',
    refresh: () => refreshDay(queryClient, coachId, day),
    forWhom,
    terms,
    onPaid: onTaken,
    onUnsettled: onTaken,
    onRefused: (refusal) => {
      const { timeGone, message, phone } = readLessonProblem(refusal)
      if (timeGone) onTimeGone(message)
      if (phone) onPhone(phone)
      return timeGone || phone !== undefined
    },
  })

  /** A guest's press is held back until the form is old enough for the invisible check. */
  async function pay(request: PurchaseRequest) {
    if (!isGuest) return checkout.pay(request)
    setOpening(true)
    const form_token = await check.formToken().catch(() => undefined)
    setOpening(false)
    checkout.pay(form_token ? { ...request, form_token } : request)
  }

  return { ...checkout, pay: (request) => void pay(request), isOpening }
}

/** The coach's times of that day and the customer's lessons. */
const refreshDay = (queryClient: QueryClient, coachId: string, day: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: coachDayKey(coachId, day) }),
    queryClient.invalidateQueries({ queryKey: lessonDaysKey(coachId) }),
    queryClient.invalidateQueries({ queryKey: myLessonsQuery.queryKey }),
  ])

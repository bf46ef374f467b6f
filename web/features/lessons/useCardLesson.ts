import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coachDayKey } from '../../api/queries/coaches.ts'
import { useGuestCheck } from '../../api/queries/formToken.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { useSession } from '../../api/session.ts'
import type { PurchaseRequest } from '../payments/paymentCalls.ts'
import { type Checkout, useCheckout } from '../payments/useCheckout.tsx'
import { readLessonProblem } from './lessonProblem.ts'

interface CardLessonActions {
  /** Paid, or about to be: the time is taken. */
  onTaken: () => void
  /** The chosen time cannot be had any more, for the reason in the sentence. */
  onTimeGone: (message: string) => void
  /** The guest's phone number cannot be used, for the reason in the sentence. */
  onPhone: (message: string) => void
}

/** Pays a lesson by card. A guest, who has no account to come back to, comes back from the bank to the coach's page. */
export function useCardLesson(
  coachId: string,
  day: string,
  actions: CardLessonActions,
): Checkout & { isOpening: boolean } {
  const queryClient = useQueryClient()
  const isGuest = useSession().status === 'signed-out'
  const check = useGuestCheck(isGuest)
  const [isOpening, setOpening] = useState(false)
  const load = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey })
  const refreshDay = () => load(coachDayKey(coachId, day))
  const checkout = useCheckout({
    returnPath: isGuest ? `/book-coach/${encodeURIComponent(coachId)}` : '/account',
    onPaid: () => {
      void refreshDay()
      void load(myLessonsQuery.queryKey)
      actions.onTaken()
    },
    onUnsettled: actions.onTaken,
    onRefused: (refusal) => {
      const { timeGone, message, phone } = readLessonProblem(refusal)
      void refreshDay()
      if (timeGone) actions.onTimeGone(message)
      if (phone) actions.onPhone(phone)
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

import { useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../api/apiError.ts'
import { coachDayKey } from '../../api/queries/coaches.ts'
import { formTokenQuery } from '../../api/queries/formToken.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { useSession } from '../../api/session.ts'
import { type Checkout, useCheckout } from '../payments/useCheckout.tsx'
import { readLessonProblem } from './lessonProblem.ts'

interface CardLessonActions {
  /** Paid, or about to be: the time is taken. */
  onTaken: () => void
  /** The chosen time cannot be had any more, for the reason in the sentence. */
  onTimeGone: (message: string) => void
}

/** Pays a lesson by card. A guest, who has no account to come back to, comes back from the bank to the coach's page. */
export function useCardLesson(coachId: string, day: string, actions: CardLessonActions): Checkout {
  const queryClient = useQueryClient()
  const isGuest = useSession().status === 'signed-out'
  const load = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey })
  const refreshDay = () => load(coachDayKey(coachId, day))
  return useCheckout({
    returnPath: isGuest ? `/book-coach/${encodeURIComponent(coachId)}` : '/account',
    onPaid: () => {
      void refreshDay()
      void load(myLessonsQuery.queryKey)
      actions.onTaken()
    },
    onUnsettled: actions.onTaken,
    onRefused: (refusal) => {
      const { timeGone, message } = readLessonProblem(refusal)
      void refreshDay()
      if (isRefusal(refusal, 'form_check_failed')) void load(formTokenQuery.queryKey)
      if (timeGone) actions.onTimeGone(message)
      return timeGone
    },
  })
}

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { seenItems } from '../../payments/staff/payableOf.ts'

/** Checks in all that were picked, of several customers too, in one change that is undone as a whole; no money is taken. */
export function useArriveTogether() {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: (bookings: readonly ListedBooking[], once) =>
      once('POST /api/admin/arrivals', {
        items: bookings.flatMap((booking) => seenItems(booking).map(({ kind, id }) => ({ kind, id }))),
      }),
    touches: touches.staff,
  })
  return {
    isPending,
    async arrive(bookings: readonly ListedBooking[]): Promise<boolean> {
      const outcome = await attempt(bookings)
      if (!outcome) return false
      if ('error' in outcome) {
        tellProblem(outcome.error)
        return false
      }
      const [only] = bookings.length === 1 ? [outcome.answer.message] : []
      offerUndo({ ...outcome.answer, message: only ?? `${bookings.length} bookings are checked in.` })
      return true
    },
  }
}

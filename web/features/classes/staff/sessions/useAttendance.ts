import { useQueryClient } from '@tanstack/react-query'
import type { Attendance } from '../../../../../shared/contract/bookings/staffChanges.ts'
import type { AdminClassRegistration } from '../../../../../shared/contract/programs/classSessions.ts'
import { sessionSeatsQuery } from '../../../../api/queries/classSessions.ts'
import { touches } from '../../../../api/touches.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { tellProblem } from '../../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'

/** Notes who came in one press; pressing what is noted takes it back, so no undo is offered beside it. */
export function useAttendance(sessionId: string, seat: AdminClassRegistration) {
  const queryClient = useQueryClient()
  const { id } = seat
  const { attempt, isPending } = useAttempt({
    send: (attendance: Attendance | null, once) => {
      const json = { attendance, expected_revision: seat.revision }
      return once('PUT /api/admin/class-registrations/:id/attendance', { id, ...json })
    },
    touches: touches.staff,
  })
  async function note(attendance: Attendance) {
    const outcome = await attempt(seat.attendance === attendance ? null : attendance)
    if (!outcome) return
    if ('error' in outcome) return tellProblem(outcome.error)
    // Shown before the session is asked for again: the next press says which version it has seen.
    const { registration } = outcome.answer
    queryClient.setQueryData(sessionSeatsQuery(sessionId).queryKey, (before) => {
      if (!before) return before
      const registrations = before.registrations.map((each) => (each.id === id ? registration : each))
      return { ...before, registrations }
    })
  }
  return { note, isPending }
}

/** Checks in everybody of whom nothing is noted, and offers to undo that. */
export function useCheckInAll(sessionId: string) {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: (json: { attendance: 'checked_in' }, once) =>
      once('PUT /api/admin/class-instances/:id/attendance', { id: sessionId, ...json }),
    touches: touches.staff,
  })
  async function checkIn() {
    const outcome = await attempt({ attendance: 'checked_in' })
    if (!outcome) return
    if ('answer' in outcome) offerUndo(outcome.answer)
    else tellProblem(outcome.error)
  }
  return { checkIn, isPending }
}

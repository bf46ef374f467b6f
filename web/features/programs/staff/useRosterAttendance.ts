import { useQueryClient } from '@tanstack/react-query'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import { sessionSeatsQuery } from '../../../api/queries/classSessions.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import type { RosterSeat } from './rosterSeat.ts'

/** Whose roster it is: a camp's on one of its days, or a class session's. */
export type RosterOf =
  | { readonly kind: 'camp'; readonly id: string; readonly day: string }
  | { readonly kind: 'class'; readonly id: string }

export const campSeatsQuery = (camp_id: string) =>
  read('GET /api/admin/camps/:camp_id/registrations', { camp_id })

/** Notes who came in one press; pressing what is noted takes it back, so no undo is offered beside it. */
export function useNoteAttendance(of: RosterOf, { id, attendance, revision }: RosterSeat) {
  const queryClient = useQueryClient()
  const { attempt, isPending } = useAttempt({
    async send(noted: Attendance | null, once) {
      const json = { id, attendance: noted, expected_revision: revision }
      // Shown before the roster is asked for again: the next press says which version it has seen.
      if (of.kind === 'class') {
        const { registration } = await once('PUT /api/admin/class-registrations/:id/attendance', json)
        queryClient.setQueryData(sessionSeatsQuery(of.id).queryKey, (before) => {
          if (!before) return before
          const registrations = before.registrations.map((each) => (each.id === id ? registration : each))
          return { ...before, registrations }
        })
      } else {
        const { registration } = await once('PUT /api/admin/camp-registrations/:id/attendance', {
          ...json,
          day: of.day,
        })
        queryClient.setQueryData(campSeatsQuery(of.id).queryKey, (before) => {
          if (!before) return before
          const registrations = before.registrations.map((each) =>
            each.id === id ? { ...each, ...registration } : each,
          )
          return { ...before, registrations }
        })
      }
    },
    touches: touches.staff,
  })
  async function note(pressed: Attendance) {
    const outcome = await attempt(attendance === pressed ? null : pressed)
    if (outcome && 'error' in outcome) tellProblem(outcome.error)
  }
  return { note: (pressed: Attendance) => void note(pressed), isPending }
}

/** Checks in everybody of whom nothing is noted, and offers to undo that. */
export function useCheckInAll(of: RosterOf) {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: (json: { attendance: 'checked_in' }, once) =>
      of.kind === 'class'
        ? once('PUT /api/admin/class-instances/:id/attendance', { id: of.id, ...json })
        : once('PUT /api/admin/camps/:camp_id/attendance', { camp_id: of.id, day: of.day, ...json }),
    touches: touches.staff,
  })
  async function checkIn() {
    const outcome = await attempt({ attendance: 'checked_in' })
    if (!outcome) return
    if ('answer' in outcome) offerUndo(outcome.answer)
    else tellProblem(outcome.error)
  }
  return { checkIn: () => void checkIn(), isPending }
}

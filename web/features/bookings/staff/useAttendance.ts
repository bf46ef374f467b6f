import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Attendance, Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'

/** What can be noted of a booking or lesson now: nothing before its day, 'no-show' from its start on. */
export function attendancesOf(
  { kind, status, start_time, attendance }: ListedBooking,
  now: Date,
  zone: string,
): (Attendance | null)[] {
  if (kind === 'class' || status === 'canceled') return []
  const isItsDay = facilityDay(new Date(start_time), zone) <= facilityDay(now, zone)
  const hasBegun = Date.parse(start_time) <= now.getTime()
  const values: readonly (Attendance | null | false)[] = [
    isItsDay && 'checked_in',
    isItsDay && 'late',
    hasBegun && 'no_show',
    attendance !== null && null,
  ]
  return values.filter((value) => value !== false).filter((value) => value !== attendance)
}

const done: Readonly<Record<Attendance, string>> = {
  checked_in: 'Checked in',
  late: 'Noted as late',
  no_show: 'Noted as a no-show',
}

interface Noting {
  readonly id: string
  readonly isLesson: boolean
  readonly attendance: Attendance | null
  readonly expected_revision: number | undefined
}

/** Notes who came, of each booking of a row, says so, and offers to undo it. */
export function useAttendance() {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: ({ isLesson, ...noted }: Noting, once): Promise<{ undo: Undo }> =>
      isLesson
        ? once('PUT /api/lessons/:id/attendance', noted)
        : once('PUT /api/bookings/:id/attendance', noted),
    touches: touches.staff,
  })
  async function note(booking: ListedBooking, attendance: Attendance | null) {
    const isLesson = booking.kind === 'lesson'
    const who = booking.participant_name ?? booking.customer_name ?? booking.item_name
    for (const [index, id] of booking.ids.entries()) {
      const expected_revision = booking.revisions[index]
      const outcome = await attempt({ id, isLesson, attendance, expected_revision })
      if (!outcome) return
      if ('error' in outcome) return tellProblem(outcome.error)
      const what = attendance === null ? 'Check-in undone' : done[attendance]
      offerUndo({ message: `${what}: ${who}.`, undo: outcome.answer.undo })
    }
  }
  return { note, isPending }
}

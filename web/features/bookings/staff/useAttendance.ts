import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Attendance, Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'

/** What is noted: null takes it back, `free_rest` gives the rest of a no-show's time to others. */
export type Noting = Attendance | 'free_rest' | null

/** What can be noted of a booking or lesson now: nothing before its day, 'no-show' from its start on. */
export function attendancesOf(
  { kind, status, start_time, end_time, attendance, freed_from }: ListedBooking,
  now: Date,
  zone: string,
): Noting[] {
  if (kind === 'class' || status === 'canceled') return []
  if (freed_from) return [null]
  const isItsDay = facilityDay(new Date(start_time), zone) <= facilityDay(now, zone)
  const hasBegun = Date.parse(start_time) <= now.getTime()
  const values: readonly (Noting | false)[] = [
    isItsDay && 'checked_in',
    isItsDay && 'late',
    hasBegun && 'no_show',
    hasBegun && Date.parse(end_time) > now.getTime() && 'free_rest',
    attendance !== null && null,
  ]
  return values.filter((value) => value !== false).filter((value) => value !== attendance)
}

const done: Readonly<Record<Exclude<Noting, null>, string>> = {
  checked_in: 'Checked in',
  late: 'Noted as late',
  no_show: 'Noted as a no-show',
  free_rest: 'Noted as a no-show, the rest is free',
}

interface Sent {
  readonly id: string
  readonly isLesson: boolean
  readonly attendance: Attendance | null
  readonly free_rest: boolean
  readonly expected_revision: number | undefined
}

/** Notes who came, of each booking of a row, says so, and offers to undo it. */
export function useAttendance() {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: ({ isLesson, ...noted }: Sent, once): Promise<{ undo: Undo }> =>
      isLesson
        ? once('PUT /api/lessons/:id/attendance', noted)
        : once('PUT /api/bookings/:id/attendance', noted),
    touches: touches.staff,
  })
  async function note(booking: ListedBooking, noting: Noting) {
    const isLesson = booking.kind === 'lesson'
    const free_rest = noting === 'free_rest'
    const attendance = noting === 'free_rest' ? 'no_show' : noting
    const who = booking.participant_name ?? booking.customer_name ?? booking.item_name
    for (const [index, id] of booking.ids.entries()) {
      const expected_revision = booking.revisions[index]
      const outcome = await attempt({ id, isLesson, attendance, free_rest, expected_revision })
      if (!outcome) return
      if ('error' in outcome) return tellProblem(outcome.error)
      const undone = booking.attendance === 'no_show' ? 'No-show undone' : 'Check-in undone'
      const what = noting === null ? undone : done[noting]
      offerUndo({ message: `${what}: ${who}.`, undo: outcome.answer.undo })
    }
  }
  return { note, isPending }
}

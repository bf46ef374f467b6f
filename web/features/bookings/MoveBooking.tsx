import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerBooking } from '../../../shared/contract/bookings/bookings.ts'
import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { totalAfterMove } from '../../../shared/domain/bookings/changePolicy.ts'
import { minutesOf } from '../../../shared/domain/bookings/selection.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { priceSessions } from '../../../shared/domain/money/pricing.ts'
import { taxOf } from '../../../shared/domain/money/salesTax.ts'
import { epochMs } from '../../../shared/domain/time/time.ts'
import { useLiveSchedule } from '../../api/liveSchedule.ts'
import { cagesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { useSession } from '../../api/session.ts'
import { bookableRange, dayChoices } from '../../components/dayChoices.ts'
import { bookedCage, whenOf } from '../changes/booked.ts'
import type { ChangeDialogProps } from '../changes/ChangeDialogs.tsx'
import { MoveDialog } from '../changes/MoveDialog.tsx'
import type { ChangeProblem } from '../changes/useChange.ts'
import { type FreeTimes, type Move, useMove } from '../changes/useMove.ts'
import { freeCages } from './freeCages.ts'

/** Moves a cage booking to another free time of the same length. */
export default function MoveBooking({
  booking: current,
  facility,
  ...dialog
}: ChangeDialogProps & { booking: CustomerBooking }) {
  // The booking as it was when the dialog opened: the list behind the dialog may be loaded again.
  const [booking] = useState(current)
  const move = useMove({
    from: bookedCage(booking, facility.time_zone),
    facility,
    async send({ start, cageId, total }, once) {
      const json = {
        start_time: start.toISOString(),
        cage_id: cageId ?? booking.cage_id,
        totalAmount: dollarsFromCents(total),
      }
      const param = { id: booking.id }
      const answer = await once('POST /api/me/bookings/:id/move', { ...param, ...json })
      return { ...answer, booked: bookedCage(answer.booking, facility.time_zone) }
    },
    timeGone,
  })
  const times = useFreeTimes(booking, move)
  return <MoveDialog {...dialog} move={move} times={times} mailed="We’ve emailed you the new time." />
}

const timeGoneCodes: readonly string[] = [
  'cage_not_found',
  'facility_closed',
  'slot_in_past',
  'slot_too_far_ahead',
] satisfies ErrorCode[]

/** The server's sentence for taken slots is about a selection of several. */
function timeGone({ code, message }: ChangeProblem): string | null {
  if (code === 'slots_taken') return 'Someone else just booked that time. Please choose another one.'
  return timeGoneCodes.includes(code) ? message : null
}

/** The free times of the day that is looked at, fresh as long as it is on screen. */
function useFreeTimes(booking: CustomerBooking, { day, facility, now }: Move): FreeTimes {
  useLiveSchedule(day)
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(scheduleQuery(day))
  const priceIn = usePriceIn(booking, facility)
  const length = epochMs(booking.end_time) - epochMs(booking.start_time)
  const starts =
    cages.data &&
    schedule.data &&
    freeCages(booking, { day, cages: cages.data, entries: schedule.data, facility, now })
  return {
    data: starts?.flatMap(({ cages: free, ...time }) => {
      const when = whenOf(time.start, new Date(time.start.getTime() + length), facility.time_zone)
      const [first, ...others] = free.map((cage) => ({
        cageId: cage.id,
        title: cage.name,
        when,
        total: priceIn(cage),
      }))
      return first ? [{ ...time, places: [first, ...others] as const }] : []
    }),
    next: dayChoices(day, bookableRange(now, facility), facility).nextDay,
    error: cages.error ?? schedule.error,
    refetch: () => {
      if (cages.error) void cages.refetch()
      if (schedule.error) void schedule.refetch()
    },
  }
}

/** What the booking would cost in a cage, in cents, with the customer's discount. */
function usePriceIn(booking: CustomerBooking, facility: Facility) {
  const session = useSession()
  const subscribed = session.status === 'signed-in' && session.subscribed
  const percent = subscribed ? facility.member_cage_discount_percent : 0
  const minutes = minutesOf({ startTime: booking.start_time, endTime: booking.end_time })
  return (cage: Cage) =>
    totalAfterMove(
      centsFromDollars(booking.total_cost),
      priceSessions([{ rates: cage, minutes }], percent, taxOf(facility, 'cages')).total,
    )
}

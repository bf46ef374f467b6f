import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { addDays, facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { MessageEveryoneDialog } from '../../../components/staff/reminders/MessageEveryoneDialog.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import type { MenuAction } from '../../../ui/staff/ActionMenu.tsx'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog, useTakeAtOnce } from '../../payments/staff/TakePayment.tsx'
import { isToday } from './arrival.ts'
import { actsOf, type BookingAct, lookOf, paysOnArrival } from './bookingActs.ts'
import { rowName, whenOf } from './bookingTexts.ts'
import { CreateBookingDialog } from './CreateBookingDialog.tsx'
import type { CreatePrefill } from './createBooking.ts'
import { EditBookingDialog } from './EditBookingDialog.tsx'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { MoveBookingDialog } from './MoveBookingDialog.tsx'
import { useArrival } from './useArrival.ts'
import { useAttendance } from './useAttendance.ts'

export interface BookingAction extends MenuAction {
  readonly act: BookingAct
}

/** Where a booking is to be moved, as far as that is known. */
export interface MoveTarget {
  readonly cageId: string
  readonly start: Date
  readonly end: Date
}

interface Task {
  readonly act: BookingAct
  readonly booking: ListedBooking
  readonly to?: MoveTarget | undefined
}

/**
 * What can be done with a booking, the same wherever it is shown, and the dialogs for it, which stay mounted.
 *
 * @param onOpen shows its details.
 * @param onEnded is told when it is deleted.
 */
export function useBookingActions(onOpen: (booking: ListedBooking) => void, onEnded?: () => void) {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const now = useMinuteClock()
  const arrive = useArrival()
  const { note } = useAttendance()
  const takeAtOnce = useTakeAtOnce()
  const [task, setTask] = useState<Task>()

  /** A promise where it is done at once: of false, if it was not. */
  function run(act: BookingAct, booking: ListedBooking): unknown {
    const { customer_id: userId, class_id: classId, id } = booking
    if (act === 'view') return onOpen(booking)
    if (act === 'person') return userId && navigate({ to: '/admin/users/$userId', params: { userId } })
    if (act === 'seats')
      return classId && navigate({ to: '/admin/classes/$classId', params: { classId }, search: { of: id } })
    if (act === 'cash' || act === 'card') {
      const method = act === 'cash' ? 'cash' : 'desk_card'
      if (paysOnArrival(booking, { now, zone })) return arrive(booking, method)
      return takeAtOnce({ items: payableOf(booking), amount: booking.total_cost, method }, () =>
        setTask({ act: 'pay', booking }),
      )
    }
    if (act === 'undo') return note(booking, null)
    if (act === 'checked_in' && booking.attendance !== 'no_show' && isToday(booking, now, zone))
      return arrive(booking, null)
    if (act === 'checked_in' || act === 'late' || act === 'no_show' || act === 'free_rest')
      return note(booking, act)
    return setTask({ act, booking })
  }

  const actionsOf = (booking: ListedBooking): BookingAction[] =>
    actsOf(booking, { now, zone, isAdmin }).map((act) => ({
      act,
      ...lookOf(booking, act, { now, zone }),
      onSelect: () => run(act, booking),
    }))

  const of = (act: BookingAct) => (task?.act === act ? task.booking : undefined)
  const endTask = () => setTask(undefined)
  const paying = of('pay')
  const again = of('again')
  const written = of('message')
  const dialogs = (
    <>
      <EditBookingDialog booking={of('edit')} onClose={endTask} />
      <MoveBookingDialog booking={of('move')} to={task?.to} onClose={endTask} />
      <TakePaymentDialog of={paying && payableOf(paying)} onClose={endTask} />
      {written && (
        <MessageEveryoneDialog
          opened
          about={written.kind}
          aboutId={written.id}
          title={`${rowName(written)} · ${written.item_name}, ${whenOf(written, zone)}`}
          onClose={endTask}
        />
      )}
      <EndBookingDialog by="cancel" booking={of('cancel')} onClose={endTask} />
      <EndBookingDialog booking={of('delete')} onClose={endTask} onEnded={onEnded} />
      <CreateBookingDialog of={again && prefillAgain(again, zone)} onClose={endTask} />
    </>
  )
  /** It was put elsewhere, at another price: asks, and sends. */
  const move = (booking: ListedBooking, to: MoveTarget) => setTask({ act: 'move', booking, to })
  return { actionsOf, move, dialogs, isDeleting: task?.act === 'delete' }
}

/** The same person and cages at the same time a week later, to begin with. */
function prefillAgain(booking: ListedBooking, zone: string): CreatePrefill {
  const { kind, customer_id, customer_name, cages, coach_id, start_time, end_time } = booking
  return {
    kind: kind === 'lesson' ? 'lesson' : 'cage',
    day: addDays(facilityDay(start_time, zone), 7),
    startTime: facilityWallTime(start_time, zone),
    minutes: (Date.parse(end_time) - Date.parse(start_time)) / 60_000,
    cageIds: cages.map(({ id }) => id),
    ...(coach_id && { coachId: coach_id }),
    ...(customer_id && customer_name && { person: { id: customer_id, full_name: customer_name } }),
  }
}

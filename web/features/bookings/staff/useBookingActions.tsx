import {
  IconArrowBackUp,
  IconCalendarX,
  IconCash,
  IconCheck,
  IconClockExclamation,
  IconCreditCard,
  IconEdit,
  IconEye,
  IconMessage,
  IconSwitchHorizontal,
  IconTrash,
  IconUser,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { useSession } from '../../../api/session.ts'
import { MessageEveryoneDialog } from '../../../components/staff/reminders/MessageEveryoneDialog.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import type { MenuAction } from '../../../ui/staff/ActionMenu.tsx'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import { arrivalOf, isToday } from './arrival.ts'
import { isChangeable, rowName, whenOf } from './bookingTexts.ts'
import { EditBookingDialog } from './EditBookingDialog.tsx'
import { EndBookingDialog } from './EndBookingDialog.tsx'
import { MoveBookingDialog } from './MoveBookingDialog.tsx'
import { useArrival } from './useArrival.ts'
import { attendancesOf, useAttendance } from './useAttendance.ts'

type Task = 'edit' | 'move' | 'pay' | 'message' | 'cancel' | 'delete'

/** After so long a booking is no slip of the finger any more. */
const slipMs = 86_400_000

const noted: Readonly<Record<Attendance | 'none', readonly [label: string, Icon: typeof IconCheck]>> = {
  checked_in: ['Check In', IconCheck],
  late: ['Late', IconClockExclamation],
  no_show: ['No-show', IconUserOff],
  none: ['Undo Check-In', IconArrowBackUp],
}

/**
 * What can be done with a booking, the same wherever it is listed, and the dialogs for it, which stay mounted.
 *
 * @param onOpen shows its details.
 * @param onEnded is told when it is deleted.
 */
export function useBookingActions(onOpen: (booking: ListedBooking) => void, onEnded?: () => void) {
  const navigate = useNavigate()
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const zone = useQuery(facilityQuery).data?.time_zone
  const now = useMinuteClock()
  const { arrive } = useArrival()
  const { note } = useAttendance()
  const [task, setTask] = useState<{ kind: Task; booking: ListedBooking }>()

  const begin = (kind: Task, booking: ListedBooking) => setTask({ kind, booking })
  const item = (label: string, Icon: typeof IconEye, onSelect: () => void): MenuAction => ({
    label,
    Icon,
    onSelect,
  })

  function actionsOf(booking: ListedBooking): MenuAction[] {
    const { customer_id: userId, status } = booking
    const view = item('View Details', IconEye, () => onOpen(booking))
    if (!isChangeable(booking)) return [view]
    const isKept = status !== 'canceled'
    const isPaidNow = zone !== undefined && isToday(booking, now, zone) && arrivalOf(booking, now).mayCheckIn
    const due = payableOf(booking).length > 0
    const dollars = formatRate(centsFromDollars(booking.total_cost))
    const isSlip = status !== 'paid' && now.getTime() - Date.parse(booking.created_at) < slipMs
    return [
      ...(isPaidNow && due
        ? [
            item(`Check In & Take ${dollars} Cash`, IconCash, () => void arrive(booking, 'cash')),
            item(
              `Check In & Take ${dollars} by Card`,
              IconCreditCard,
              () => void arrive(booking, 'desk_card'),
            ),
          ]
        : []),
      ...(zone ? attendancesOf(booking, now, zone) : []).map((attendance) => {
        const [label, Icon] = noted[attendance ?? 'none']
        const isNoShow = attendance === null && booking.attendance === 'no_show'
        return item(isNoShow ? 'Undo No-Show' : label, Icon, () => void note(booking, attendance))
      }),
      ...(due ? [item('Take Payment', IconCash, () => begin('pay', booking))] : []),
      view,
      item('Edit Booking', IconEdit, () => begin('edit', booking)),
      ...(isKept
        ? [
            item('Move…', IconSwitchHorizontal, () => begin('move', booking)),
            item('Message Customer', IconMessage, () => begin('message', booking)),
          ]
        : []),
      ...(userId
        ? [
            item(
              'Open Customer',
              IconUser,
              () => void navigate({ to: '/admin/users/$userId', params: { userId } }),
            ),
          ]
        : []),
      ...(isKept
        ? [{ ...item('Cancel Booking', IconCalendarX, () => begin('cancel', booking)), danger: true }]
        : []),
      ...(isAdmin || isSlip || !isKept
        ? [{ ...item('Delete Booking', IconTrash, () => begin('delete', booking)), danger: true }]
        : []),
    ]
  }

  const of = (kind: Task) => (task?.kind === kind ? task.booking : undefined)
  const endTask = () => setTask(undefined)
  const paying = of('pay')
  const ending = of('cancel') ?? of('delete')
  const dialogs: ReactNode = (
    <>
      <EditBookingDialog booking={of('edit')} onClose={endTask} />
      <MoveBookingDialog booking={of('move')} onClose={endTask} />
      <TakePaymentDialog of={paying && payableOf(paying)} onClose={endTask} />
      <MessageDialog booking={of('message')} zone={zone ?? 'UTC'} onClose={endTask} />
      <EndBookingDialog
        booking={ending}
        by={task?.kind === 'cancel' ? 'cancel' : 'delete'}
        onClose={endTask}
        onEnded={task?.kind === 'delete' ? onEnded : undefined}
      />
    </>
  )
  return { actionsOf, begin, dialogs, isDeleting: task?.kind === 'delete' }
}

interface MessageDialogProps {
  booking: ListedBooking | undefined
  zone: string
  onClose: () => void
}

function MessageDialog({ booking, zone, onClose }: MessageDialogProps) {
  const [last, setLast] = useState(booking)
  if (booking && booking !== last) setLast(booking)
  if (!last) return null
  const about = last.kind
  const title = `${rowName(last)} · ${last.item_name}, ${whenOf(last, zone)}`
  return (
    <MessageEveryoneDialog
      key={last.id}
      opened={booking !== undefined}
      onClose={onClose}
      about={about}
      aboutId={last.id}
      title={title}
    />
  )
}

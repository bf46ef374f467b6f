import { Menu } from '@mantine/core'
import {
  IconCalendarX,
  IconEdit,
  IconEye,
  IconMessage,
  IconRepeat,
  IconSwitchHorizontal,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { AttendanceMenuItems } from '../../bookings/staff/AttendanceMenuItems.tsx'
import { arrivalOf, isToday } from '../../bookings/staff/arrival.ts'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { TakePaymentMenu } from '../../payments/staff/TakePayment.tsx'
import { ArrivalMenuItems } from './arrivals/ArrivalButtons.tsx'

/** What staff begin with a booking of the schedule; payments and check-ins are done in the menu itself. */
export type BookingTask =
  | 'view'
  | 'edit'
  | 'move'
  | 'pay'
  | 'message'
  | 'again'
  | 'person'
  | 'cancel'
  | 'delete'

/**
 * What the kind and status of a booking allow. A class session is only looked at here: its seats are paid, changed and checked
 * in one by one, with its class.
 */
export function bookingTasks({ kind, status, customer_id }: ListedBooking): ReadonlySet<BookingTask> {
  const tasks = new Set<BookingTask>(['view'])
  if (kind === 'class') return tasks
  for (const task of ['edit', 'again', 'delete'] as const) tasks.add(task)
  if (status !== 'canceled') for (const task of ['move', 'message', 'cancel'] as const) tasks.add(task)
  if (status === 'pending payment') tasks.add('pay')
  if (customer_id) tasks.add('person')
  return tasks
}

interface BookingMenuItemsProps {
  booking: ListedBooking
  now: Date
  onTask: (task: BookingTask, booking: ListedBooking) => void
}

/** The items of a booking's menu (spec 3 §2), wherever on the schedule it was pressed. */
export function BookingMenuItems({ booking, now, onTask }: BookingMenuItemsProps) {
  const tasks = bookingTasks(booking)
  const zone = useQuery(facilityQuery).data?.time_zone
  const { mayCheckIn, isUnpaid } = arrivalOf(booking, now)
  const item = (task: BookingTask, label: string, Icon: typeof IconEye) =>
    tasks.has(task) && (
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        {...((task === 'delete' || task === 'cancel') && { color: 'var(--mantine-color-error)' })}
        onClick={() => onTask(task, booking)}
      >
        {label}
      </Menu.Item>
    )
  return (
    <>
      {zone && mayCheckIn && isUnpaid && isToday(booking, now, zone) && (
        <ArrivalMenuItems key={booking.id} booking={booking} />
      )}
      {item('view', 'View Details', IconEye)}
      {booking.class_id && (
        <Menu.Item
          leftSection={<IconUsers size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/admin/classes/$classId"
              params={{ classId: booking.class_id ?? '' }}
              search={{ of: booking.id }}
            />
          )}
        >
          Registrations
        </Menu.Item>
      )}
      {item('edit', 'Edit Booking', IconEdit)}
      {item('move', 'Move…', IconSwitchHorizontal)}
      {item('message', 'Message', IconMessage)}
      {tasks.has('pay') && (
        <TakePaymentMenu
          key={booking.id}
          items={payableOf(booking)}
          amount={booking.total_cost}
          onOther={() => onTask('pay', booking)}
        />
      )}
      {tasks.has('edit') && <Menu.Divider />}
      <AttendanceMenuItems booking={booking} now={now} />
      {tasks.has('edit') && <Menu.Divider />}
      {item('again', 'Book again', IconRepeat)}
      {item('person', 'Open person', IconUser)}
      {tasks.has('delete') && <Menu.Divider />}
      {item('cancel', 'Cancel Booking', IconCalendarX)}
      {item('delete', 'Delete Booking', IconTrash)}
    </>
  )
}

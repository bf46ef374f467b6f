import { Menu } from '@mantine/core'
import {
  IconCash,
  IconEdit,
  IconEye,
  IconRepeat,
  IconSwitchHorizontal,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import { useKnownRoute } from '../../../ui/useKnownRoute.ts'

/** What staff do with a booking on the schedule. */
export type BookingTask = 'view' | 'edit' | 'move' | 'pay' | 'again' | 'person' | 'delete'

interface MenuItem {
  readonly task: BookingTask
  readonly label: string
  readonly Icon: typeof IconEye
  /** Takes something away. */
  readonly danger?: true
}

/** What the status of a booking allows; a class session is viewed only, and changed on the Classes page. */
export function bookingTasks({ kind, status, customer_id }: ListedBooking): BookingTask[] {
  if (kind === 'class') return ['view']
  const always: BookingTask[] = ['view', 'edit']
  if (status !== 'canceled') always.push('move')
  if (status === 'pending payment') always.push('pay')
  always.push('again')
  if (customer_id) always.push('person')
  return [...always, 'delete']
}

const items: readonly MenuItem[] = [
  { task: 'view', label: 'View Details', Icon: IconEye },
  { task: 'edit', label: 'Edit Booking', Icon: IconEdit },
  { task: 'move', label: 'Move…', Icon: IconSwitchHorizontal },
  { task: 'pay', label: 'Take payment…', Icon: IconCash },
  { task: 'again', label: 'Book again', Icon: IconRepeat },
  { task: 'person', label: 'Open person', Icon: IconUser },
  { task: 'delete', label: 'Delete Booking', Icon: IconTrash, danger: true },
]

interface BookingMenuItemsProps {
  booking: ListedBooking
  onTask: (task: BookingTask, booking: ListedBooking) => void
}

/** The items of a booking's menu (spec 3 §2), wherever on the schedule it was pressed. */
export function BookingMenuItems({ booking, onTask }: BookingMenuItemsProps) {
  const exists = useKnownRoute()
  const allowed = new Set(bookingTasks(booking))
  if (!exists('/admin/users/$userId')) allowed.delete('person')
  return items
    .filter(({ task }) => allowed.has(task))
    .map(({ task, label, Icon, danger }) => (
      <Menu.Item
        key={task}
        leftSection={<Icon size={16} aria-hidden />}
        {...(danger && { color: 'stitch' })}
        onClick={() => onTask(task, booking)}
      >
        {label}
      </Menu.Item>
    ))
}

import { PointerMenu } from '../../../ui/staff/PointerMenu.tsx'
import { BookingMenuItems } from './bookingMenu.tsx'
import { whoOf } from './entryText.ts'
import type { BookingTasksState } from './useBookingTasks.ts'

/** The menu and the dialogs for bookings of the schedule. */
export function BookingTasks({ tasks }: { tasks: BookingTasksState }) {
  const { menu } = tasks
  return (
    <PointerMenu
      at={menu?.at}
      label={menu ? `Actions for ${whoOf(menu.booking)}` : 'Actions'}
      onClose={tasks.closeMenu}
    >
      {menu && (
        <BookingMenuItems
          booking={menu.booking}
          onTask={(kind, booking) => tasks.start(kind, booking, menu.day)}
        />
      )}
    </PointerMenu>
  )
}

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { addDays, facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import { MessageEveryoneDialog } from '../../../components/staff/reminders/MessageEveryoneDialog.tsx'
import { PointerMenu } from '../../../ui/staff/PointerMenu.tsx'
import { BookingDetailsDrawer } from '../../bookings/staff/BookingDetails.tsx'
import { whenOf } from '../../bookings/staff/bookingTexts.ts'
import { CreateBookingDialog } from '../../bookings/staff/CreateBookingDialog.tsx'
import type { CreatePrefill } from '../../bookings/staff/createBooking.ts'
import { EditBookingDialog } from '../../bookings/staff/EditBookingDialog.tsx'
import { EndBookingDialog } from '../../bookings/staff/EndBookingDialog.tsx'
import { MoveBookingDialog } from '../../bookings/staff/MoveBookingDialog.tsx'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import { BookingMenuItems } from './bookingMenu.tsx'
import { whoOf } from './entryText.ts'
import type { BookingTasksState } from './useBookingTasks.ts'

interface BookingTasksProps {
  tasks: BookingTasksState
  zone: string
  now: Date
}

/** The menu, the details and the dialogs for bookings of the schedule. */
export function BookingTasks({ tasks, zone, now }: BookingTasksProps) {
  const { menu, task, creating } = tasks
  const of = (kind: NonNullable<typeof task>['kind']) => (task?.kind === kind ? task.booking : undefined)
  const again = of('again')
  const paying = of('pay')
  const written = of('message')
  const prefill = creating ?? (again && prefillAgain(again, zone))
  return (
    <>
      <PointerMenu
        at={menu?.at}
        label={menu ? `Actions for ${whoOf(menu.booking)}` : 'Actions'}
        onClose={tasks.closeMenu}
      >
        {menu && (
          <BookingMenuItems
            booking={menu.booking}
            now={now}
            onTask={(kind, booking) => tasks.start(kind, booking, menu.day)}
          />
        )}
      </PointerMenu>
      <BookingDetailsDrawer
        id={tasks.opened}
        onClose={tasks.closeDetails}
        onEdit={(booking) => tasks.start('edit', booking)}
        onDelete={(booking) => tasks.start('delete', booking)}
        isDeleting={task?.kind === 'delete'}
      />
      <EditBookingDialog booking={of('edit')} onClose={tasks.endTask} />
      <MoveBookingDialog booking={of('move')} to={task?.to} onClose={tasks.endTask} />
      <TakePaymentDialog of={paying && payableOf(paying)} onClose={tasks.endTask} />
      <EndBookingDialog booking={of('delete')} onClose={tasks.endTask} onEnded={tasks.closeDetails} />
      <EndBookingDialog by="cancel" booking={of('cancel')} onClose={tasks.endTask} />
      {written && (
        <MessageEveryoneDialog
          opened
          about={written.kind}
          aboutId={written.id}
          title={`${written.item_name}, ${whenOf(written, zone)}`}
          onClose={tasks.endTask}
        />
      )}
      <CreateBookingDialog of={prefill} onClose={tasks.endTask} />
    </>
  )
}

/** The same person and cages at the same time a week later, to begin with. */
export function prefillAgain(booking: ListedBooking, zone: string): CreatePrefill {
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

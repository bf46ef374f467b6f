import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { MoveBookingSteps } from './MoveBookingSteps.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { useMoveBooking } from './useMoveBooking.ts'

/** Moves a cage booking to another free time of the same length. */
export default function MoveBooking(props: ChangeDialogProps & { booking: CustomerBooking }) {
  const { opened, onClose, booking, facility, onTooLate } = props
  const moving = useMoveBooking(booking.id)
  return (
    <MoveDialog
      opened={opened}
      onClose={onClose}
      noun="booking"
      moving={moving}
      steps={(dialog) => (
        <MoveBookingSteps
          booking={booking}
          facility={facility}
          moving={moving}
          onTooLate={onTooLate}
          {...dialog}
        />
      )}
    />
  )
}

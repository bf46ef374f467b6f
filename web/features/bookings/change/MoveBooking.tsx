import { useState } from 'react'
import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import { BookingModal } from '../BookingModal.tsx'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { MoveBookingSteps } from './MoveBookingSteps.tsx'
import { useMoveBooking } from './useMoveBooking.ts'

/** Moves a cage booking to another free time of the same length. */
export default function MoveBooking(props: ChangeDialogProps & { booking: CustomerBooking }) {
  const { opened, onClose, booking, facility, onTooLate } = props
  const moving = useMoveBooking(booking.id)
  const [moved, setMoved] = useState(false)
  function leave() {
    if (moving.isPending) return
    setMoved(false)
    moving.forgetProblem()
    onClose()
  }
  return (
    <BookingModal
      opened={opened}
      onClose={leave}
      title={moved ? 'Your booking is moved' : 'Move your booking'}
      long
      wide={!moved}
    >
      <MoveBookingSteps
        booking={booking}
        facility={facility}
        moving={moving}
        onTooLate={onTooLate}
        onMoved={() => setMoved(true)}
        onClose={leave}
      />
    </BookingModal>
  )
}

import { useState } from 'react'
import type { CustomerBooking } from '../../../../shared/contract/bookings.ts'
import { BookingModal } from '../BookingModal.tsx'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { MoveBookingSteps } from './MoveBookingSteps.tsx'

/** Moves a cage booking to another free time of the same length. */
export default function MoveBooking({
  opened,
  onClose,
  ...move
}: ChangeDialogProps & { booking: CustomerBooking }) {
  const [moved, setMoved] = useState(false)
  function leave() {
    setMoved(false)
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
      <MoveBookingSteps {...move} onMoved={setMoved} onClose={leave} />
    </BookingModal>
  )
}

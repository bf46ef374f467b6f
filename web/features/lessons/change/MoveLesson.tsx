import { useState } from 'react'
import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import { BookingModal } from '../../bookings/BookingModal.tsx'
import type { ChangeDialogProps } from '../../bookings/change/ChangeMenu.tsx'
import { MoveLessonSteps } from './MoveLessonSteps.tsx'

/** Moves a lesson to another free time of the same coach. */
export default function MoveLesson({
  opened,
  onClose,
  ...move
}: ChangeDialogProps & { lesson: CustomerLesson }) {
  const [moved, setMoved] = useState(false)
  function leave() {
    setMoved(false)
    onClose()
  }
  return (
    <BookingModal
      opened={opened}
      onClose={leave}
      title={moved ? 'Your lesson is moved' : 'Move your lesson'}
      long
      wide={!moved}
    >
      <MoveLessonSteps {...move} onMoved={setMoved} onClose={leave} />
    </BookingModal>
  )
}

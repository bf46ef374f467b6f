import { useState } from 'react'
import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import { BookingModal } from '../../bookings/BookingModal.tsx'
import type { ChangeDialogProps } from '../../bookings/change/ChangeMenu.tsx'
import { MoveLessonSteps } from './MoveLessonSteps.tsx'
import { useMoveLesson } from './useMoveLesson.ts'

/** Moves a lesson to another free time of the same coach. */
export default function MoveLesson(props: ChangeDialogProps & { lesson: CustomerLesson }) {
  const { opened, onClose, lesson, facility, onTooLate } = props
  const moving = useMoveLesson(lesson.id)
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
      title={moved ? 'Your lesson is moved' : 'Move your lesson'}
      long
      wide={!moved}
    >
      <MoveLessonSteps
        lesson={lesson}
        facility={facility}
        moving={moving}
        onTooLate={onTooLate}
        onMoved={() => setMoved(true)}
        onClose={leave}
      />
    </BookingModal>
  )
}

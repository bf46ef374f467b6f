import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import type { ChangeDialogProps } from '../../bookings/change/ChangeMenu.tsx'
import { MoveDialog } from '../../bookings/change/MoveDialog.tsx'
import { MoveLessonSteps } from './MoveLessonSteps.tsx'
import { useMoveLesson } from './useMoveLesson.ts'

/** Moves a lesson to another free time of the same coach. */
export default function MoveLesson(props: ChangeDialogProps & { lesson: CustomerLesson }) {
  const { opened, onClose, lesson, facility, onTooLate } = props
  const moving = useMoveLesson(lesson.id)
  return (
    <MoveDialog
      opened={opened}
      onClose={onClose}
      noun="lesson"
      moving={moving}
      steps={(dialog) => (
        <MoveLessonSteps
          lesson={lesson}
          facility={facility}
          moving={moving}
          onTooLate={onTooLate}
          {...dialog}
        />
      )}
    />
  )
}

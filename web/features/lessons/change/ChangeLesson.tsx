import { lazy } from 'react'
import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import { ChangeMenu } from '../../bookings/change/ChangeMenu.tsx'

const CancelLesson = lazy(() => import('./CancelLesson.tsx'))
const MoveLesson = lazy(() => import('./MoveLesson.tsx'))

/** Moves or cancels a lesson of the signed-in customer, from its card. */
export function ChangeLesson({ lesson }: { lesson: CustomerLesson }) {
  const { coach_name, lesson_date, start_time } = lesson
  return (
    <ChangeMenu
      change={lesson.change}
      name={`Lesson with ${coach_name}, ${formatDay(lesson_date)}, ${formatWallTime(start_time)}`}
      renderMove={(dialog) => <MoveLesson {...dialog} lesson={lesson} />}
      renderCancel={(dialog) => <CancelLesson {...dialog} lesson={lesson} />}
    />
  )
}

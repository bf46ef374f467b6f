import { type ReactNode, useState } from 'react'
import type { CoachLesson } from '../../../../shared/contract/coachLessons.ts'
import { SuccessDialog } from '../../../components/staff/SuccessDialog.tsx'
import { CancelLessonDialog } from './CancelLessonDialog.tsx'
import { EditLessonDialog } from './EditLessonDialog.tsx'

interface LessonDialogs {
  edit: (lesson: CoachLesson) => void
  cancel: (lesson: CoachLesson) => void
  /** To be rendered once on the page. */
  dialogs: ReactNode
}

/** Edit and Cancel of a lesson, and what is said when they have succeeded (spec 3 §2). */
export function useLessonDialogs(): LessonDialogs {
  const [task, setTask] = useState<{ kind: 'edit' | 'cancel'; lesson: CoachLesson }>()
  const [success, setSuccess] = useState<string>()
  const end = () => setTask(undefined)
  return {
    edit: (lesson) => setTask({ kind: 'edit', lesson }),
    cancel: (lesson) => setTask({ kind: 'cancel', lesson }),
    dialogs: (
      <>
        <CancelLessonDialog
          lesson={task?.kind === 'cancel' ? task.lesson : undefined}
          onClose={end}
          onCanceled={setSuccess}
        />
        <EditLessonDialog
          lesson={task?.kind === 'edit' ? task.lesson : undefined}
          onClose={end}
          onSaved={setSuccess}
        />
        <SuccessDialog message={success} onClose={() => setSuccess(undefined)} />
      </>
    ),
  }
}

/** Whether a lesson can still be moved or canceled by its coach: it has not begun. */
export const isChangeable = (lesson: CoachLesson, now: Date): boolean =>
  lesson.status !== 'canceled' && Date.parse(lesson.start) > now.getTime()

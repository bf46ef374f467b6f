import { type ReactNode, useState } from 'react'
import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { SuccessDialog } from '../../../components/staff/SuccessDialog.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { CancelLessonDialog } from './CancelLessonDialog.tsx'
import { EditLessonDialog, type LessonSaved } from './EditLessonDialog.tsx'

interface LessonDialogs {
  edit: (lesson: CoachLesson) => void
  cancel: (lesson: CoachLesson) => void
  /** To be rendered once on the page. */
  dialogs: ReactNode
}

/**
 * Edit and Cancel of a lesson, and what is said when they have succeeded (spec 3 §2).
 *
 * @param lessons the page's, as they are now.
 */
export function useLessonDialogs(lessons: readonly CoachLesson[]): LessonDialogs {
  const [task, setTask] = useState<{ kind: 'edit' | 'cancel'; lesson: CoachLesson }>()
  const { say, success } = useLessonSaved()
  const end = () => setTask(undefined)
  const lesson = lessons.find(({ id }) => id === task?.lesson.id) ?? task?.lesson
  return {
    edit: (lesson) => setTask({ kind: 'edit', lesson }),
    cancel: (lesson) => setTask({ kind: 'cancel', lesson }),
    dialogs: (
      <>
        <CancelLessonDialog
          lesson={task?.kind === 'cancel' ? lesson : undefined}
          onClose={end}
          onCanceled={say}
        />
        <EditLessonDialog lesson={task?.kind === 'edit' ? lesson : undefined} onClose={end} onSaved={say} />
        {success}
      </>
    ),
  }
}

/** Says that a lesson was changed, as long as it is not undone. */
export function useLessonSaved() {
  const offerUndo = useOfferUndo()
  const [message, setMessage] = useState<string>()
  const close = () => setMessage(undefined)
  const say = ({ message, changed }: LessonSaved) => {
    setMessage(message)
    if (changed.undo) offerUndo({ ...changed, onUndone: close })
  }
  return { say, success: <SuccessDialog message={message} onClose={close} /> }
}

/** Whether a lesson can still be moved or canceled by its coach: it has not begun. */
export const isChangeable = (lesson: CoachLesson, now: Date): boolean =>
  lesson.status !== 'canceled' && Date.parse(lesson.start) > now.getTime()

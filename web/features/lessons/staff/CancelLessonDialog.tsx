import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { isUnsure } from '../../../api/apiError.ts'
import { refreshPortal } from '../../../api/queries/coachPortal.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import type { LessonSaved } from './EditLessonDialog.tsx'
import { lessonName, moneyLine } from './lessonTexts.ts'
import { useSeenLesson } from './useLessonEdit.ts'

interface CancelLessonDialogProps {
  /** As it is now. */
  lesson: CoachLesson
  onClose: () => void
  onCanceled: (saved: LessonSaved) => void
}

/** Asks before a lesson is canceled; the customer is told in one message, with the coach's line (spec 3 §4, §8). */
export function CancelLessonDialog({ lesson: present, onClose, onCanceled }: CancelLessonDialogProps) {
  const [note, setNote] = useState('')
  const cancel = useAttempt({
    send: ({ id, revision }: CoachLesson, once) => {
      const json = { expected_revision: revision, ...(note.trim() && { note: note.trim() }) }
      return once('POST /api/lessons/:p_booking_id/cancel', { p_booking_id: id, ...json })
    },
    refresh: refreshPortal,
    pendingUntilRefreshed: true,
  })
  const lesson = useSeenLesson(present, cancel.error)
  async function confirm() {
    const outcome = await cancel.attempt(lesson)
    if (!outcome || 'error' in outcome) return
    const { refund_amount, message } = outcome.answer
    onClose()
    onCanceled({
      message: `Booking cancelled successfully${refund_amount > 0 ? `. ${message}` : ''}`,
      changed: outcome.answer,
    })
  }
  const unsure = cancel.error !== null && isUnsure(cancel.error)
  return (
    <ConfirmDialog
      opened
      title="Cancel Booking"
      label="Cancel Booking"
      dismissLabel="Keep Booking"
      isPending={cancel.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={dialogContent.notice}>{lessonName(lesson)}</p>
      <p className={dialogContent.text}>
        Are you sure you want to cancel this booking? This action cannot be undone.
      </p>
      {lesson && moneyLine(lesson) && <p className={dialogContent.text}>{moneyLine(lesson)}</p>}
      <Textarea
        label="Message to the customer"
        description="Optional. It’s included in the cancellation email."
        maxLength={500}
        rows={2}
        value={note}
        disabled={cancel.isPending || unsure}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <AttemptError error={cancel.error} button="Cancel Booking" failure="Failed to cancel booking." />
    </ConfirmDialog>
  )
}

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { LessonSaved } from './EditLessonDialog.tsx'
import { lessonName, moneyLine } from './lessonTexts.ts'
import { useSeenLesson } from './useLessonEdit.ts'

interface CancelLessonDialogProps {
  /** As it is now; undefined: the dialog is closed. */
  lesson: CoachLesson | undefined
  onClose: () => void
  onCanceled: (saved: LessonSaved) => void
}

/** Asks before a lesson is canceled; the customer is told in one message, with the coach's line (spec 3 §4, §8). */
export function CancelLessonDialog({ lesson: present, onClose, onCanceled }: CancelLessonDialogProps) {
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<Error | null>(null)
  const lesson = useSeenLesson(present, refusal)
  const close = () => {
    setNote('')
    setRefusal(null)
    onClose()
  }
  return (
    <ConfirmAction
      of={lesson}
      onClose={close}
      asks={{ label: 'Cancel Booking', dismissLabel: 'Keep Booking' }}
      send={({ id, revision }, once) =>
        once('POST /api/lessons/:p_booking_id/cancel', {
          p_booking_id: id,
          expected_revision: revision,
          ...(note.trim() && { note: note.trim() }),
        })
      }
      touches={touches.lesson}
      pendingUntilRefreshed
      onRefused={setRefusal}
      onDone={(changed) => {
        const refund = changed.refund_amount > 0 ? `. ${changed.message}` : ''
        onCanceled({ message: `Booking cancelled successfully${refund}`, changed })
      }}
      failure="Failed to cancel booking."
    >
      {(seen) => (
        <>
          <Note>{lessonName(seen)}</Note>
          <Text below="lg">Are you sure you want to cancel this booking? This action cannot be undone.</Text>
          {moneyLine(seen) && <Text below="lg">{moneyLine(seen)}</Text>}
          <Textarea
            size="sm"
            label="Message to the Customer"
            description="Optional. It’s included in the cancellation email."
            maxLength={500}
            rows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </>
      )}
    </ConfirmAction>
  )
}

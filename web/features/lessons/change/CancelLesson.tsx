import { Link } from '@tanstack/react-router'
import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import { api, unwrap } from '../../../api/client.ts'
import { idempotencyHeaders } from '../../../api/idempotencyKey.ts'
import { toast } from '../../../ui/toast.ts'
import type { ChangeDialogProps } from '../../bookings/change/ChangeMenu.tsx'
import { ConfirmCancel } from '../../bookings/change/ConfirmCancel.tsx'
import { useChange } from '../../bookings/change/useChange.ts'

/** Cancels a lesson, once the customer has seen what comes back. */
export default function CancelLesson(props: ChangeDialogProps & { lesson: CustomerLesson }) {
  const { lesson, opened, onClose, onTooLate } = props
  const { change, isPending, problem, forgetProblem, refresh } = useChange((id: string, key) =>
    unwrap(api.me.lessons[':id'].cancel.$post({ param: { id } }, { headers: idempotencyHeaders(key) })),
  )

  async function cancel() {
    const outcome = await change(lesson.id)
    if (!outcome) return
    if ('answer' in outcome) {
      toast.success(<CanceledNews message={outcome.answer.message} coachId={lesson.coach_id} />)
      leave()
    } else if (outcome.problem.code === 'change_too_late') {
      forgetProblem()
      onTooLate()
    }
  }

  function leave() {
    if (isPending) return
    forgetProblem()
    onClose()
    void refresh()
  }

  return (
    <ConfirmCancel
      opened={opened}
      onClose={leave}
      noun="lesson"
      title={`Lesson with ${lesson.coach_name}`}
      day={formatDay(lesson.lesson_date, 'long')}
      times={`${formatWallTime(lesson.start_time)} - ${formatWallTime(lesson.end_time)} · ${lesson.cage_name}`}
      change={lesson.change}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void cancel()}
    />
  )
}

function CanceledNews({ message, coachId }: { message: string; coachId: string }) {
  return (
    <>
      {message}{' '}
      <Link to="/book-coach/$coachId" params={{ coachId }}>
        Book another time
      </Link>
    </>
  )
}

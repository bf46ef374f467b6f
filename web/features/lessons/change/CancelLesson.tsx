import { Link } from '@tanstack/react-router'
import type { CustomerLesson } from '../../../../shared/contract/lessons.ts'
import { formatDay, formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import { api, unwrap } from '../../../api/client.ts'
import { idempotencyHeaders } from '../../../api/idempotencyKey.ts'
import type { ChangeDialogProps } from '../../bookings/change/ChangeMenu.tsx'
import { ConfirmCancel } from '../../bookings/change/ConfirmCancel.tsx'
import { useCancel } from '../../bookings/change/useCancel.ts'

/** Cancels a lesson, once the customer has seen what comes back. */
export default function CancelLesson(props: ChangeDialogProps & { lesson: CustomerLesson }) {
  const { lesson, opened } = props
  const { isPending, problem, leave, cancel } = useCancel(
    props,
    lesson.id,
    (id, key) =>
      unwrap(api.me.lessons[':id'].cancel.$post({ param: { id } }, { headers: idempotencyHeaders(key) })),
    ({ message }) => <CanceledNews message={message} coachId={lesson.coach_id} />,
  )

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
      onConfirm={cancel}
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

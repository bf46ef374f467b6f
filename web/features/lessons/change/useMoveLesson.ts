import { api, unwrap } from '../../../api/client.ts'
import { idempotencyHeaders } from '../../../api/idempotencyKey.ts'
import { useChange } from '../../bookings/change/useChange.ts'

/** Where a lesson goes, and what the customer was shown that it costs there, in dollars. */
interface LessonMove {
  lesson_date: string
  start_time: string
  totalAmount: number
}

/** The move itself. */
export function useMoveLesson(id: string) {
  return useChange((move: LessonMove, key) =>
    unwrap(
      api.me.lessons[':id'].move.$post({ param: { id }, json: move }, { headers: idempotencyHeaders(key) }),
    ),
  )
}

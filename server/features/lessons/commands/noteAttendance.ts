import type { StaffLesson } from '../../../../shared/contract/staffLessons.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { type Changed, nothingBack } from '../../payments/settleChange.ts'
import { type Lesson, lockLessonRow, writeLesson } from '../lessonRows.ts'

/**
 * Notes whether somebody came to a lesson that has begun, or that nothing is known after all. Nobody is told, and price,
 * payment and time stay as they are.
 *
 * @returns the lesson as it is now; or `already_canceled`, `not_begun`, which the table's trigger refuses too.
 */
export async function noteAttendance(
  tx: Tx,
  seen: Lesson,
  attendance: StaffLesson['attendance'],
  now: Date,
): Promise<Changed<Lesson> | Refusal> {
  const before = await lockLessonRow(tx, seen)
  if (!before) return refuse('lesson_not_found')
  if (before.status === 'canceled') return refuse('already_canceled')
  if (attendance !== null && now < before.start) return refuse('not_begun')
  if (before.attendance === attendance) return { after: before, back: nothingBack }
  const changes = { attendance, attendance_at: attendance === null ? null : now }
  return { after: await writeLesson(tx, before, changes), back: nothingBack }
}

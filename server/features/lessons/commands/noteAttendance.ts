import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Changed, nothingBack } from '../../payments/changes/settleChange.ts'
import { attendanceNoted } from '../../payments/desk/attendance.ts'
import { type Lesson, lockLessonRow, writeLesson } from '../lessonRows.ts'

/**
 * Notes who came to a lesson, or that nothing is known after all. Nobody is told, and price, payment and time stay as they
 * are.
 *
 * @returns the lesson as it is now; or what `attendanceNoted` refuses, as the table's trigger does too.
 */
export async function noteAttendance(
  tx: Tx,
  seen: Lesson,
  attendance: Attendance | null,
  now: Date,
): Promise<Changed<Lesson> | Refusal> {
  const before = await lockLessonRow(tx, seen)
  if (!before) return refuse('lesson_not_found')
  const noted = await attendanceNoted(tx, before, attendance, now)
  if (noted instanceof Refusal) return noted
  return { after: noted ? await writeLesson(tx, before, noted) : before, back: nothingBack }
}

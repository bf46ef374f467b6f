import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Acting } from '../../payments/changes/actingTerms.ts'
import { type Changed, nothingBack } from '../../payments/changes/settleChange.ts'
import { claimRest, type Note, noteColumns } from '../../payments/desk/attendance.ts'
import { type Lesson, lockLessonRow, slotOf, writeLesson } from '../lessonRows.ts'

/**
 * Notes who came to a lesson, or that nothing is known after all. Nobody is told, and price, payment and time stay as they
 * are; of a no-show the rest of the coach's and the cage's time may be freed for others.
 *
 * @returns the lesson as it is now; or what `attendanceNoted` refuses, as the table's trigger does too.
 */
export async function noteAttendance(
  tx: Tx,
  seen: Lesson,
  note: Note,
  acting: Acting,
): Promise<Changed<Lesson> | Refusal> {
  const freed = await claimRest(tx, { ...seen, slot: slotOf(seen) }, note, acting)
  const before = await lockLessonRow(tx, seen)
  if (!before) return refuse('lesson_not_found')
  const noted = await noteColumns(
    tx,
    { seen, before: { ...before, waivers: 'lessons' } },
    note,
    freed,
    acting.at.now,
  )
  if (noted instanceof Refusal) return noted
  return { after: noted ? await writeLesson(tx, before, noted) : before, back: nothingBack }
}

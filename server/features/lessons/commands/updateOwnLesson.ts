import type { Updateable } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { CoachBookingsTable } from '../../../db/tables/lessons.ts'
import { findOwnLesson, type LessonOwner, type OwnLesson } from '../ownLessons.ts'

/**
 * Writes changes to a lesson; the ledger follows by the table's trigger.
 *
 * @returns the lesson as it is now.
 */
export async function updateOwnLesson(
  tx: Tx,
  owner: LessonOwner,
  id: string,
  changes: Updateable<CoachBookingsTable>,
): Promise<OwnLesson> {
  await tx.updateTable('coach_bookings').set(changes).where('id', '=', id).execute()
  const lesson = await findOwnLesson(tx, owner, id)
  if (!lesson) throw new Error(`lesson ${id} is gone within the transaction that changed it`)
  return lesson
}

/** Who may change a lesson. Commands take what is returned here and know nothing of who calls. */

import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import { type ActingTerms, staffTerms, type Telling } from '../payments/changes/actingTerms.ts'
import type { LoadedRow } from '../payments/changes/whatChanged.ts'
import { findLesson, type Lesson, readLessonsOf } from './lessonRows.ts'

/** A lesson of the customer's household; null for another one, as if it did not exist. */
export async function findOwnLesson(db: Db, profile: Profile, id: string): Promise<Lesson | null> {
  const [lesson] = await readLessonsOf(db, personOf(profile), id)
  return lesson ?? null
}

/** A customer changes the lessons of everybody for whom they are an adult. */
export const customersOwn = async (tx: Tx, profile: Profile, id: string): Promise<Lesson | Refusal> =>
  (await findOwnLesson(tx, profile, id)) ?? refuse('lesson_not_found')

/** The desk and admins change every lesson, a coach the lessons that the coach gives: others do not exist for a coach. */
export async function givenByStaff(
  tx: Tx,
  staff: Profile,
  id: string,
): Promise<(Lesson & LoadedRow) | Refusal> {
  const lesson = await findLesson(tx, id)
  if (!lesson || (staff.role === 'coach' && lesson.coach_user_id !== staff.id))
    return refuse('lesson_not_found')
  return { ...lesson, table: 'coach_bookings' }
}

/** The terms to book a lesson for someone else: a coach gives their own lessons, the desk and admins anybody's. */
export async function termsToGive(
  db: Db,
  staff: Profile,
  coachId: string | null | undefined,
  overrideReason: string | null,
  telling: Telling,
): Promise<ActingTerms | Refusal> {
  const terms = await staffTerms(db, staff, overrideReason, telling)
  if (terms instanceof Refusal || staff.role !== 'coach' || !coachId) return terms
  const own = await db
    .selectFrom('coaches')
    .select('id')
    .where('id', '=', coachId)
    .where('user_id', '=', staff.id)
    .executeTakeFirst()
  return own ? terms : refuse('coach_not_found')
}

import { Refusal, refuse } from '../../refusal.ts'
import type { ReleasePlace } from '../payments/releasePlace.ts'
import { cancelLesson } from './commands/cancelLesson.ts'
import { findLesson } from './lessonRows.ts'

/** Cancels a lesson whose payment staff refund. */
export const releaseLesson: ReleasePlace = async (tx, { id }, cents, acting) => {
  const seen = await findLesson(tx, id)
  if (!seen) return refuse('lesson_not_found')
  const canceled = await cancelLesson(tx, seen, { refund: { cents }, note: '' }, acting)
  return canceled instanceof Refusal ? canceled : canceled.back
}

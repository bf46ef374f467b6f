import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { LessonSlot } from '../../../../shared/contract/lessons/coaches.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import type { Db } from '../../../db/database.ts'
import { type FreeCage, readCoachDay } from '../availability/availability.ts'
import { bookableTimes, lessonSlots } from '../availability/lessonSlots.ts'
import type { Lesson } from '../lessonRows.ts'

/** A moved lesson stays in its cage where that is free, and goes to the first free one by name where it is not. */
export const cageAfterMove = (
  free: readonly FreeCage[],
  lesson: Pick<Lesson, 'cage_id'>,
): FreeCage | undefined => free.find(({ id }) => id === lesson.cage_id) ?? free[0]

/**
 * The starts of a day to which a lesson can be moved, each with what it costs in the cage that it would get. The lesson's
 * own time does not stand in its way; its own start is no move.
 */
export async function readMoveTimes(
  db: Db,
  lesson: Lesson,
  day: string,
  { facility, now }: { facility: Facility; now: Date },
): Promise<LessonSlot[]> {
  const minutes = lesson.duration_minutes
  const times = bookableTimes(facility, day, minutes, now).filter(
    ({ start }) => start.getTime() !== lesson.start.getTime(),
  )
  const found = await readCoachDay(db, lesson.coach_id, day, times, { now, movingId: lesson.id })
  if (!found) return []
  const moves = found.times.map((time) => {
    const cage = cageAfterMove(time.cages, lesson)
    return { ...time, cages: cage ? [cage] : [] }
  })
  return lessonSlots({ ...found, times: moves }, minutes, taxOf(facility, 'lessons'))
}

import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { CoachDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import { slotMinutes } from '../../../../shared/domain/bookings/slots.ts'
import { addDays, dayOfWeek } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { findFirstTime } from '../availability/freeDays.ts'
import { laterTimes } from '../availability/lessonSlots.ts'
import type { CoachReader } from './coachLessons.ts'

/** The counters of the dashboard: lessons that are not canceled. 'This week' begins on Sunday (spec 3 §2). */
export async function countLessons(db: Db, { coachId, today }: CoachReader): Promise<CoachDay['counters']> {
  const sunday = addDays(today, -dayOfWeek(today))
  return db
    .selectFrom('coach_bookings')
    .select(({ fn, eb }) => [
      fn.countAll<number>().$castTo<number>().as('total'),
      fn
        .countAll()
        .filterWhere(eb('lesson_date', '=', today))
        .$castTo<number>()
        .as('today'),
      fn
        .countAll()
        .filterWhere(eb('lesson_date', '>=', sunday))
        .$castTo<number>()
        .as('this_week'),
    ])
    .where('coach_id', '=', coachId)
    .where('status', '<>', 'canceled')
    .executeTakeFirstOrThrow()
    .then((row) => ({ today: Number(row.today), this_week: Number(row.this_week), total: Number(row.total) }))
}

/** The next half hour in which the coach works and is free and some cage is free; null within the booking window. */
export async function findNextFree(
  db: Db,
  { coachId, now, today }: CoachReader,
  facility: Facility,
): Promise<CoachDay['next_free']> {
  const weeks = laterTimes(facility, addDays(today, -1), slotMinutes, now)
  const first = (await findFirstTime(db, coachId, weeks, now))?.first
  return first ? { day: first.lesson_date, time: first.available_start_time } : null
}

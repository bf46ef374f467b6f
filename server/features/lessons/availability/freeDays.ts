import { type RawBuilder, sql } from 'kysely'
import type { NextLessonTime } from '../../../../shared/contract/lessons/coaches.ts'
import { dayOfWeek } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { stillTakes } from '../../places/occupancy.ts'
import type { DatedTime } from './lessonSlots.ts'

/**
 * The days of these times on which a lesson can be booked, in order; null if there is no active coach with this id.
 * One query.
 *
 * @param times within the opening hours, in order.
 */
export async function readLessonDays(
  db: Db,
  coachId: string,
  times: readonly DatedTime[],
  now: Date,
): Promise<string[] | null> {
  const { rows } = await sql<{ days: string[] | null }>`
    select (
      select array_agg(distinct wanted.lesson_date order by wanted.lesson_date) from ${freeTimes(times, now)}
    ) as days
    from coaches
    where coaches.id = ${coachId} and coaches.is_active`.execute(db)
  return rows[0] ? (rows[0].days ?? []) : null
}

/** When a lesson can start. */
type Start = Pick<NextLessonTime, 'lesson_date' | 'available_start_time'>

/**
 * The first of these times at which a lesson can be booked with each coach, in one query that stops at each one's
 * first; null where there is none.
 *
 * @param times within the opening hours, in order.
 * @param among the coaches; all active ones unless given.
 */
export async function readFirstTimes(
  db: Db,
  times: readonly DatedTime[],
  now: Date,
  among?: readonly string[],
): Promise<{ coach_id: string; first: Start | null }[]> {
  const { rows } = await sql<{ coach_id: string; lesson_date: string | null; start_time: string }>`
    select coaches.id as coach_id, found.lesson_date, found.start_time
    from coaches
    left join lateral (
      select wanted.lesson_date, to_char(wanted.starts_at, 'HH24:MI') as start_time
      from ${freeTimes(times, now)}
      order by wanted.position limit 1
    ) found on true
    where coaches.is_active ${among ? sql`and coaches.id = any(${among}::uuid[])` : sql``}
    order by coaches.name, coaches.id`.execute(db)
  return rows.map(({ coach_id, lesson_date, start_time }) => ({
    coach_id,
    first: lesson_date === null ? null : { lesson_date, available_start_time: start_time },
  }))
}

/** The first of the times that come week by week at which one coach can be booked; nothing is read after it. */
export async function findFirstTime(
  db: Db,
  coachId: string,
  weeks: Iterable<readonly DatedTime[]>,
  now: Date,
): Promise<{ first: Start | null } | null> {
  for (const times of weeks) {
    const [found] = await readFirstTimes(db, times, now, [coachId])
    if (!found || found.first) return found ?? null
  }
  return { first: null }
}

/** The times of the row `coaches` at which the coach works and is free, and some cage is free, as a table and its conditions. */
const freeTimes = (times: readonly DatedTime[], now: Date): RawBuilder<unknown> => sql`(
    select * from unnest(
      ${times.map(({ day }) => day)}::text[],
      ${times.map(({ day }) => dayOfWeek(day))}::int[],
      ${times.map(({ start }) => start.toISOString())}::timestamptz[],
      ${times.map(({ end }) => end.toISOString())}::timestamptz[],
      ${times.map(({ startTime }) => startTime)}::time[],
      ${times.map(({ endTime }) => endTime)}::time[]
    ) with ordinality as asked (lesson_date, weekday, starts, ends, starts_at, ends_at, position)
    -- The offset keeps the conditions out of the subquery: they are checked in this order, and where only the first
    -- time is asked for, until one meets them.
    order by position offset 0
  ) wanted
  where exists (
      select from coach_availability
      where coach_availability.coach_id = coaches.id and is_available
        and day_of_week = weekday and start_time <= starts_at and end_time >= ends_at
    )
    and not exists (
      select from occupancy
      where occupancy.coach_id = coaches.id and occupancy.during && tstzrange(starts, ends)
        and ${stillTakes(now)}
    )
    and exists (
      select from cages
      where cages.is_active and not exists (
        select from occupancy
        where occupancy.cage_id = cages.id and occupancy.during && tstzrange(starts, ends)
          and ${stillTakes(now)}
      )
    )`

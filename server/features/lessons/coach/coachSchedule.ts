/** A facility day as a coach sees it to book a client in. */

import { sql } from 'kysely'
import {
  type CoachScheduleEntry,
  getCageScheduleForDay,
} from '../../../../shared/contract/lessons/coachSchedule.ts'
import { dayBounds } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { refuse } from '../../../refusal.ts'
import { stillTakes } from '../../places/occupancy.ts'
import { staffLesson } from '../desk/staffLesson.ts'
import { readLessonsGiven } from '../lessonRows.ts'
import { readableByCoach } from './ownClients.ts'

export const coachScheduleEndpoints = [
  endpoint(getCageScheduleForDay, async ({ context, user, query }) => {
    const { db, clock } = context
    const coach = await db
      .selectFrom('coaches')
      .select('id')
      .where('user_id', '=', user.profile.id)
      .executeTakeFirst()
    if (!coach) return refuse('coach_not_found')
    const { time_zone } = await context.facility.get()
    return reply(await readCoachSchedule(db, coach.id, { day: query.p_date, time_zone, now: clock.now() }))
  }),
]

/**
 * What the ledger has on a facility day for the cages and for this coach, by time. An expired hold takes nothing
 * (decision 16). Of what is not the coach's own only cage and time are told.
 */
async function readCoachSchedule(
  db: Db,
  coachId: string,
  { day, time_zone, now }: { day: string; time_zone: string; now: Date },
): Promise<CoachScheduleEntry[]> {
  const { start, end } = dayBounds(day, time_zone)
  const [rows, given] = await Promise.all([
    db
      .selectFrom('occupancy')
      .select(['cage_id', 'coach_id', 'coach_booking_id', 'coach_time_off_id'])
      .select([sql<Date>`lower(during)`.as('start_time'), sql<Date>`upper(during)`.as('end_time')])
      .where(({ or, eb }) => or([eb('cage_id', 'is not', null), eb('coach_id', '=', coachId)]))
      .where(stillTakes(now))
      .where(sql<boolean>`during && tstzrange(${start.toISOString()}, ${end.toISOString()})`)
      .orderBy('start_time')
      .orderBy('cage_id')
      .execute(),
    readLessonsGiven(db, coachId, day),
  ])
  const readable = await readableByCoach(db, given.map(staffLesson), { coachId, now })
  const own = new Map(readable.map((lesson) => [lesson.id, lesson]))
  return rows.map(({ cage_id, coach_id, coach_booking_id, coach_time_off_id, start_time, end_time }) => {
    const lesson = own.get(coach_booking_id ?? '') ?? null
    return {
      id: lesson?.id ?? null,
      cage_id,
      start_time: start_time.toISOString(),
      end_time: end_time.toISOString(),
      takes_coach: coach_id === coachId,
      is_time_off: coach_time_off_id !== null && coach_id === coachId,
      lesson,
    }
  })
}

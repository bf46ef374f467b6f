import { completeWeek, type WeekdayHours, worksAt } from '../../../../shared/domain/lessons/coachHours.ts'
import { dayOfWeek } from '../../../../shared/domain/time/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Refusal } from '../../../refusal.ts'
import { lockWork, readEngagements, refuseStranded } from './stranded.ts'

/** All seven weekdays of a coach, Sunday first. */
export async function readWeek(db: Db, coachId: string): Promise<WeekdayHours[]> {
  const rows = await db
    .selectFrom('coach_availability')
    .select(['day_of_week', 'start_time', 'end_time', 'is_available'])
    .where('coach_id', '=', coachId)
    .orderBy('day_of_week')
    .execute()
  return completeWeek(
    rows.map((row) => ({
      ...row,
      start_time: row.start_time.slice(0, 5),
      end_time: row.end_time.slice(0, 5),
    })),
  )
}

/**
 * Replaces a coach's week: all rows are deleted and seven inserted (spec 3 §4, §7). Asks first where lessons that were within
 * the old hours are outside the new ones; those stay booked.
 */
export async function saveWeek(
  tx: Tx,
  coachId: string,
  { week, confirm }: { week: readonly WeekdayHours[]; confirm: readonly string[] },
  now: Date,
): Promise<WeekdayHours[] | Refusal> {
  await lockWork(tx, coachId, now)
  const [before, engagements] = await Promise.all([
    readWeek(tx, coachId),
    readEngagements(tx, coachId, now, null),
  ])
  // Classes and camps are given at the facility's hours, not at the coach's.
  const stranded = engagements.filter((booked) => {
    const time = { ...booked, day_of_week: dayOfWeek(booked.date) }
    return /lesson|hold/.test(booked.kind) && worksAt(before, time) && !worksAt(week, time)
  })
  const refused = refuseStranded(stranded, confirm)
  if (refused) return refused
  await tx.deleteFrom('coach_availability').where('coach_id', '=', coachId).execute()
  await tx
    .insertInto('coach_availability')
    .values(week.map((row) => ({ ...row, coach_id: coachId })))
    .execute()
  return readWeek(tx, coachId)
}

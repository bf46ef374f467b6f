/** What decides the sessions of a class: those that it has, closures, and the ledger. */

import { sql } from 'kysely'
import type { SeasonSlot } from '../../../../shared/domain/programs/classSeason.ts'
import { addDays, dayBounds, facilityDay } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { stillTakes } from '../../places/occupancy.ts'
import { type BusyTime, timeOf } from './allocation.ts'
import type { ExistingSession } from './plan.ts'

interface At {
  readonly now: Date
  readonly zone: string
}

/** The sessions of a class that have not begun, by date; canceled ones too. */
export async function readSessionsToCome(
  db: Db,
  classId: string,
  { now, zone }: At,
): Promise<ExistingSession[]> {
  const rows = await db
    .selectFrom('class_instances as instance')
    .select(['id', 'class_date', 'start_time', 'end_time', 'status', 'coach_id'])
    .select(['moved_from_date', 'moved_from_start', 'off_schedule'])
    .select([
      sql<string[]>`array(
        select cage_id from class_instance_cages where class_instance_id = instance.id order by cage_id
      )`.as('cages'),
      sql<number>`class_session_seats_taken(instance.id, ${now.toISOString()}::timestamptz)`.as('people'),
      sql<boolean>`(
        exists (select from class_registrations where class_instance_id = instance.id)
        or exists (select from checkout_hold_seats where class_instance_id = instance.id)
      )`.as('attached'),
    ])
    .where('class_id', '=', classId)
    .where('class_date', '>=', facilityDay(now, zone))
    .orderBy('class_date')
    .orderBy('start_time')
    .execute()
  return rows
    .map((row) => ({
      ...row,
      start_time: row.start_time.slice(0, 5),
      end_time: row.end_time.slice(0, 5),
      moved_from_start: row.moved_from_start?.slice(0, 5) ?? null,
    }))
    .filter((session) => timeOf(session, zone).start > now)
}

/** Which of these sessions cannot be held because closures have every cage that is in service at that time. */
export async function findClosed(
  db: Db,
  slots: readonly SeasonSlot[],
  zone: string,
): Promise<Set<SeasonSlot>> {
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return new Set()
  const [closures, cages] = await Promise.all([
    db
      .selectFrom('closures')
      .innerJoin('closure_cages', 'closure_cages.closure_id', 'closures.id')
      .select(['closure_cages.cage_id', 'closures.start_time', 'closures.end_time'])
      .where('closures.end_time', '>', timeOf(first, zone).start)
      .where('closures.start_time', '<', timeOf(last, zone).end)
      .execute(),
    db.selectFrom('cages').select('id').where('is_active', '=', true).execute(),
  ])
  if (closures.length === 0) return new Set()
  return new Set(
    slots.filter((slot) => {
      const { start, end } = timeOf(slot, zone)
      const closed = new Set(
        closures.filter((one) => one.start_time < end && start < one.end_time).map(({ cage_id }) => cage_id),
      )
      return cages.every(({ id }) => closed.has(id))
    }),
  )
}

/**
 * All that has a cage, or one of these coaches, on these facility days, the sessions of one class aside. Expired holds do
 * not count.
 */
export async function readBusyTimes(
  db: Db,
  {
    days,
    coachIds,
    besides,
  }: { days: readonly string[]; coachIds: readonly string[]; besides: string | null },
  { now, zone }: At,
): Promise<BusyTime[]> {
  const ranges = joined(days).map(({ first, last }) => ({
    start: dayBounds(first, zone).start,
    end: dayBounds(last, zone).end,
  }))
  const { rows } = await sql<{
    cage_id: string | null
    coach_id: string | null
    start_time: Date
    end_time: Date
  }>`
    select occupancy.cage_id, occupancy.coach_id, lower(during) as start_time, upper(during) as end_time
    from unnest(
      ${ranges.map(({ start }) => start.toISOString())}::timestamptz[],
      ${ranges.map(({ end }) => end.toISOString())}::timestamptz[]
    ) as day (starts, ends)
    join occupancy on during && tstzrange(day.starts, day.ends)
    left join class_instances session on session.id = occupancy.class_instance_id
    where (occupancy.cage_id is not null or occupancy.coach_id = any(${coachIds}::uuid[]))
      and (occupancy.class_instance_id is null or session.class_id is distinct from ${besides}::uuid)
      and ${stillTakes(now)}`.execute(db)
  return rows.flatMap(({ cage_id, coach_id, start_time, end_time }) =>
    [cage_id, coach_id].flatMap((placeId) =>
      placeId === null ? [] : [{ placeId, start: start_time, end: end_time }],
    ),
  )
}

/** Days that follow each other are read as one range. */
function joined(days: readonly string[]): { first: string; last: string }[] {
  const ranges: { first: string; last: string }[] = []
  for (const day of [...new Set(days)].sort()) {
    const range = ranges.at(-1)
    if (range && addDays(range.last, 1) === day) range.last = day
    else ranges.push({ first: day, last: day })
  }
  return ranges
}

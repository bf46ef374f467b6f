import { sql } from 'kysely'
import type { ScheduleBlock, ScheduleDay } from '../../../shared/contract/bookings/scheduleDay.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { dayBounds } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { byCageName } from '../cages/queries.ts'
import { stillTakes } from '../places/occupancy.ts'
import { readScheduleDay } from './schedule.ts'

/** All of a facility day for the desk's grid. What is not a booking is read off the ledger, by time. */
export async function readWholeDay(
  db: Db,
  { day, timeZone, now }: { day: string; timeZone: string; now: Date },
): Promise<ScheduleDay> {
  const [bookings, taken, cages] = await Promise.all([
    readScheduleDay(db, day, timeZone),
    readTaken(db, day, timeZone, now),
    db
      .selectFrom('cages')
      .select(['id', 'name', 'price_30_min', 'price_60_min', 'price_additional_30_min', 'is_active'])
      .execute(),
  ])
  const blocks = taken.flatMap((row) => (row.kind === 'time_off' ? [] : [blockOf(row, row.kind)]))
  const inUse = new Set([
    ...bookings.flatMap((booking) => booking.cages.map(({ id }) => id)),
    ...blocks.flatMap(({ cage_ids }) => cage_ids),
  ])
  return {
    cages: cages
      .filter(({ id, is_active }) => is_active || inUse.has(id))
      .sort((a, b) => byCageName(a.name, b.name))
      .map((cage) => ({
        ...cage,
        price_30_min: dollarsFromDecimal(cage.price_30_min),
        price_60_min: dollarsFromDecimal(cage.price_60_min),
        price_additional_30_min: dollarsFromDecimal(cage.price_additional_30_min),
      })),
    bookings,
    blocks,
    time_off: taken.flatMap(({ kind, id, title, coach_ids: [coach_id], start_time, end_time }) =>
      kind === 'time_off' && coach_id
        ? [
            {
              id,
              coach_id,
              coach_name: title,
              start_time: start_time.toISOString(),
              end_time: end_time.toISOString(),
            },
          ]
        : [],
    ),
  }
}

interface TakenRow {
  kind: ScheduleBlock['kind'] | 'time_off'
  id: string
  title: string
  start_time: Date
  end_time: Date
  cage_ids: string[]
  coach_ids: string[]
  taken: number | null
  max_spots: number | null
  expires_at: Date | null
}

/** What of the ledger is no booking, each source and time once; an expired checkout takes nothing (decision 16). */
async function readTaken(db: Db, day: string, timeZone: string, now: Date): Promise<TakenRow[]> {
  const { start, end } = dayBounds(day, timeZone)
  const today = sql`tstzrange(${start.toISOString()}, ${end.toISOString()})`
  // Each of the two indexes has only the rows with a cage or a coach: without saying so, all years are read.
  const { rows } = await sql<TakenRow>`
    select source.kind, coalesce(slot.camp_id, source.id) as id, source.start_time, source.end_time, source.cage_ids,
      source.coach_ids, camps.max_spots, hold.expires_at,
      case when camps.id is not null then camp_seats_taken(camps.id, ${now.toISOString()}::timestamptz) end as taken,
      coalesce(camps.name, closures.reason, profiles.full_name, coaches.name, '') as title
    from (
      select kind, coalesce(camp_timeslot_id, closure_id, checkout_hold_id, coach_time_off_id) as id,
        lower(during) as start_time, upper(during) as end_time,
        array_remove(array_agg(distinct cage_id), null) as cage_ids,
        array_remove(array_agg(distinct coach_id), null) as coach_ids
      from occupancy
      where ((cage_id is not null and during && ${today}) or (coach_id is not null and during && ${today}))
        and kind in ('camp', 'closure', 'hold', 'time_off') and ${stillTakes(now)}
      group by 1, 2, 3, 4
    ) source
    left join camp_timeslots slot on source.kind = 'camp' and slot.id = source.id
    left join camps on camps.id = slot.camp_id
    left join closures on source.kind = 'closure' and closures.id = source.id
    left join checkout_holds hold on source.kind = 'hold' and hold.id = source.id
    left join profiles on profiles.id = hold.user_id
    left join coaches on source.kind = 'time_off' and coaches.id = source.coach_ids[1]
    order by source.start_time, source.end_time, source.id`.execute(db)
  return rows
}

const blockOf = (row: TakenRow, kind: ScheduleBlock['kind']): ScheduleBlock => ({
  ...row,
  kind,
  start_time: row.start_time.toISOString(),
  end_time: row.end_time.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
})

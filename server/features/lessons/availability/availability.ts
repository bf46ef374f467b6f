import { sql } from 'kysely'
import type { LessonTime } from '../../../../shared/domain/lessons/lessons.ts'
import type { CageRates } from '../../../../shared/domain/money/pricing.ts'
import { dayOfWeek } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { byCageName } from '../../cages/queries.ts'
import { stillTakes } from '../../places/occupancy.ts'

export interface FreeCage extends CageRates {
  readonly id: string
  readonly name: string
}

/** A time that was asked about, and what is in the way of a lesson. */
export interface CoachTime {
  readonly time: LessonTime
  /** The coach's weekly availability covers all of it. */
  readonly works: boolean
  /** Some of it is the coach's time off, which the ledger keeps like everything else. */
  readonly away: boolean
  /** Nothing in the ledger takes the coach. */
  readonly coachFree: boolean
  /** The cages that are free for all of it, by name as people count; empty unless the coach works and is free. */
  readonly cages: readonly FreeCage[]
}

export interface CoachDay {
  readonly coach: { readonly id: string; readonly name: string; readonly hourly_rate: string }
  readonly times: readonly CoachTime[]
}

interface Row {
  coach_id: string
  coach_name: string
  hourly_rate: string
  position: string | null
  works: boolean
  away: boolean
  coach_free: boolean
  cage_id: string | null
  cage_name: string
  price_30_min: string
  price_60_min: string
  price_additional_30_min: string
}

/**
 * What is possible at each of these times of one facility day: one query over the coach's weekly availability and
 * the ledger's rows of coach and cages. Null when there is no active coach with this id.
 *
 * @param times within the opening hours, which are the caller's to check.
 * @param at.now holds that are over by then take nothing; where a lesson is written, they have to be ended first.
 * @param at.movingId the lesson that is to be moved there: its own time does not stand in its way.
 * @param at.anyHours whether the coach's weekly availability does not count.
 */
export async function readCoachDay(
  db: Db,
  coachId: string,
  day: string,
  times: readonly LessonTime[],
  { now, movingId, anyHours = false }: { now: Date; movingId?: string; anyHours?: boolean },
): Promise<CoachDay | null> {
  const others =
    movingId === undefined ? sql`` : sql`and occupancy.coach_booking_id is distinct from ${movingId}`
  const { rows } = await sql<Row>`
    select
      coaches.id as coach_id, coaches.name as coach_name, coaches.hourly_rate,
      wanted.position, wanted.works, wanted.away, wanted.coach_free,
      cage.id as cage_id, cage.name as cage_name,
      cage.price_30_min, cage.price_60_min, cage.price_additional_30_min
    from coaches
    left join lateral (
      select
        position,
        tstzrange(starts, ends) as during,
        ${anyHours}::boolean or exists (
          select from coach_availability
          where coach_availability.coach_id = coaches.id and is_available
            and day_of_week = ${dayOfWeek(day)}
            and start_time <= starts_at and end_time >= ends_at
        ) as works,
        exists (
          select from occupancy
          where occupancy.coach_id = coaches.id and occupancy.during && tstzrange(starts, ends)
            and occupancy.coach_time_off_id is not null
        ) as away,
        not exists (
          select from occupancy
          where occupancy.coach_id = coaches.id and occupancy.during && tstzrange(starts, ends)
            and ${stillTakes(now)} ${others}
        ) as coach_free
      from unnest(
        ${times.map(({ start }) => start.toISOString())}::timestamptz[],
        ${times.map(({ end }) => end.toISOString())}::timestamptz[],
        ${times.map(({ startTime }) => startTime)}::time[],
        ${times.map(({ endTime }) => endTime)}::time[]
      ) with ordinality as asked (starts, ends, starts_at, ends_at, position)
    ) wanted on true
    left join lateral (
      select id, name, price_30_min, price_60_min, price_additional_30_min
      from cages
      where wanted.works and wanted.coach_free and cages.is_active
        and not exists (
          select from occupancy
          where occupancy.cage_id = cages.id and occupancy.during && wanted.during
            and ${stillTakes(now)} ${others}
        )
    ) cage on true
    where coaches.id = ${coachId} and coaches.is_active
    order by wanted.position`.execute(db)
  const [first] = rows
  if (!first) return null
  const byPosition = Map.groupBy(rows, ({ position }) => Number(position))
  return {
    coach: { id: first.coach_id, name: first.coach_name, hourly_rate: first.hourly_rate },
    times: times.flatMap((time, index) => {
      const found = byPosition.get(index + 1) ?? []
      return found[0] ? [coachTime(time, found[0], found)] : []
    }),
  }
}

const coachTime = (time: LessonTime, { works, away, coach_free }: Row, rows: readonly Row[]): CoachTime => ({
  time,
  works,
  away,
  coachFree: coach_free,
  cages: rows
    .flatMap((row) => (row.cage_id === null ? [] : [freeCage(row, row.cage_id)]))
    .sort((a, b) => byCageName(a.name, b.name)),
})

const freeCage = (row: Row, id: string): FreeCage => ({
  id,
  name: row.cage_name,
  price_30_min: row.price_30_min,
  price_60_min: row.price_60_min,
  price_additional_30_min: row.price_additional_30_min,
})

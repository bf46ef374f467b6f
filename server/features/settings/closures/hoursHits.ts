import { type RawBuilder, sql } from 'kysely'
import { type FacilityHours, hoursOf } from '../../../../shared/domain/facility/openingHours.ts'
import type { Db } from '../../../db/database.ts'
import { type Hit, readHits } from './hits.ts'

/** Whether a time of one facility day is within its hours. */
export function isOpenAt(day: string, from: string, to: string, facility: FacilityHours): boolean {
  const hours = hoursOf(day, facility)
  return hours !== null && from >= hours.opens && to <= hours.closes
}

/**
 * What is booked where the facility would no longer be open. What was outside the hours before was booked there on
 * purpose and is not listed.
 */
export async function hitsOfHours(
  db: Db,
  { before, after }: { readonly before: FacilityHours; readonly after: FacilityHours },
  { now, zone }: { readonly now: Date; readonly zone: string },
): Promise<Hit[]> {
  if (hoursText(before) === hoursText(after)) return []
  return readHits(
    db,
    sql<boolean>`occupancy.cage_id is not null and ${isWithin(before, zone)} and not ${isWithin(after, zone)}`,
    now,
  )
}

const hoursText = ({ opening_hours, special_days }: FacilityHours): string =>
  JSON.stringify([
    opening_hours.map(({ day_of_week, opens, closes }) => [day_of_week, opens, closes]).sort(),
    special_days.map(({ date, opens, closes }) => [date, opens, closes]).sort(),
  ])

/** `isOpenAt` for a row of `occupancy`, as an SQL expression. */
function isWithin({ opening_hours, special_days }: FacilityHours, zone: string): RawBuilder<boolean> {
  const starts = sql`(lower(occupancy.during) at time zone ${zone})`
  const ends = sql`(upper(occupancy.during) at time zone ${zone})`
  const fits = sql`coalesce(
    ${starts} - ${starts}::date >= hours.opens::interval and ${ends} - ${starts}::date <= hours.closes::interval, false
  )`
  return sql<boolean>`coalesce(
    (
      select ${fits} from unnest(
        ${special_days.map(({ date }) => date)}::date[],
        ${special_days.map(({ opens }) => opens)}::time[],
        ${special_days.map(({ closes }) => closes)}::time[]
      ) hours (day, opens, closes)
      where hours.day = ${starts}::date
    ),
    (
      select ${fits} from unnest(
        ${opening_hours.map(({ day_of_week }) => day_of_week)}::integer[],
        ${opening_hours.map(({ opens }) => opens)}::time[],
        ${opening_hours.map(({ closes }) => closes)}::time[]
      ) hours (weekday, opens, closes)
      where hours.weekday = extract(dow from ${starts})::integer
    ),
    false
  )`
}

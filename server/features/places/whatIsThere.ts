/** What has a time that was asked for, by name. For the desk and admins only: nobody else is told a name (decision 9). */

import { sql } from 'kysely'
import type { WhatIsThere } from '../../../shared/contract/bookings/staffChanges.ts'
import { formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { stillTakes } from './occupancy.ts'
import type { HeldSlot } from './places.ts'

/** More than a screen has room for are counted. */
const MOST_NAMED = 3

/**
 * The same refusal with what is in the way: as `taken_by` in its details, and as its sentence, e.g. 'Cage 3 has Mia
 * Lopez, 4:00–5:00 PM, cage booking.' Unchanged where nothing is there any more.
 *
 * @param movingIds the bookings or lessons that are to be moved there: they are not in their own way.
 */
export async function nameWhatIsThere(
  { db, clock, facility }: Pick<Context, 'db' | 'clock' | 'facility'>,
  refusal: Refusal,
  slots: readonly HeldSlot[],
  movingIds: readonly string[],
): Promise<Refusal> {
  const [{ time_zone }, found] = await Promise.all([
    facility.get(),
    readWhatIsThere(db, slots, movingIds, clock.now()),
  ])
  if (found.length === 0) return refusal
  const named = found.slice(0, MOST_NAMED).map((one) => sentenceOf(one, time_zone))
  const more = found.length > MOST_NAMED ? ` And ${found.length - MOST_NAMED} more.` : ''
  return refuse(refusal.code, { ...(refusal.details ?? {}), taken_by: found }, `${named.join(' ')}${more}`)
}

const kindNames: Readonly<Record<WhatIsThere['kind'], string>> = {
  booking: 'cage booking',
  guest_booking: 'cage booking',
  lesson: 'lesson',
  class: 'class',
  camp: 'camp',
  hold: 'being paid by card',
  closure: 'closed',
  time_off: 'time off',
}

function sentenceOf({ place, name, kind, start_time, end_time }: WhatIsThere, zone: string): string {
  const parts = [name, formatTimeRange(start_time, end_time, zone), kindNames[kind]]
  return `${place} has ${parts.filter((part) => part !== null).join(', ')}.`
}

interface Row {
  cage_id: string | null
  coach_id: string | null
  place: string
  kind: WhatIsThere['kind']
  id: string
  name: string | null
  start_time: Date
  end_time: Date
}

/** What has these times, at this moment, by place and time. Names are only for the desk and admins. */
export async function readWhatIsThere(
  db: Db,
  slots: readonly HeldSlot[],
  movingIds: readonly string[],
  now: Date,
): Promise<WhatIsThere[]> {
  const { rows } = await sql<Row>`
    select found.cage_id, found.coach_id, found.place, occupancy.kind, source.id, lower(during) as start_time,
      upper(during) as end_time,
      case occupancy.kind
        when 'class' then (select name from classes where id = entry.class_id)
        when 'camp' then (
          select camps.name from camp_timeslots slot join camps on camps.id = slot.camp_id
          where slot.id = occupancy.camp_timeslot_id
        )
        when 'hold' then (
          select full_name from checkout_holds hold join profiles on profiles.id = hold.user_id
          where hold.id = occupancy.checkout_hold_id
        )
        when 'closure' then (select nullif(reason, '') from closures where id = occupancy.closure_id)
        when 'time_off' then null
        else coalesce(
          (select name from participants where id = entry.participant_id),
          (select name from people_index where id = entry.person_id),
          'Deleted user'
        )
      end as name
    from unnest(
      ${slots.map(({ cageId }) => cageId)}::uuid[],
      ${slots.map(({ coachId }) => coachId)}::uuid[],
      ${slots.map(({ start }) => start.toISOString())}::timestamptz[],
      ${slots.map(({ end }) => end.toISOString())}::timestamptz[]
    ) as wanted (cage_id, coach_id, starts, ends)
    cross join lateral (
      select wanted.cage_id, null::uuid as coach_id, cages.name as place from cages where cages.id = wanted.cage_id
      union all
      select null, wanted.coach_id, coaches.name from coaches where coaches.id = wanted.coach_id
    ) found
    join occupancy
      on (occupancy.cage_id = found.cage_id or occupancy.coach_id = found.coach_id) and during && tstzrange(starts, ends)
    cross join lateral (
      select coalesce(
        booking_id, coach_booking_id, class_instance_id, camp_timeslot_id, checkout_hold_id,
        closure_id, coach_time_off_id
      ) as id
    ) source
    left join booking_entries entry on entry.source_id = source.id
    where source.id <> all (${movingIds}::uuid[]) and ${stillTakes(now)}
    order by found.place, lower(during)`.execute(db)
  return rows.map(({ start_time, end_time, ...row }) => ({
    ...row,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
  }))
}

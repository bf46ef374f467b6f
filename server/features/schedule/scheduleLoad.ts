import { sql } from 'kysely'
import type { ScheduleLoad } from '../../../shared/contract/bookings/scheduleLoad.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { slotMs, slotStarts } from '../../../shared/domain/bookings/slots.ts'
import { hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { addDays, dayBounds, daysBetween } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { stillTakes } from '../places/occupancy.ts'

interface Wanted {
  from: string
  to: string
  facility: Pick<Facility, 'time_zone' | 'opening_hours' | 'special_days'>
  now: Date
}

type LoadDay = ScheduleLoad['days'][number]

/**
 * How full facility days in a row are, by the open half hours: how many cages are taken of those that are not closed. With what
 * was booked, paid and is owed, and the classes, camps and closures of each day. Read off the ledger, a row of it at most once
 * for each half hour.
 */
export async function readScheduleLoad(db: Db, { from, to, facility, now }: Wanted): Promise<ScheduleLoad> {
  const zone = facility.time_zone
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const bounds = dates.map((date) => dayBounds(date, zone))
  const slots = dates.flatMap((date, day) =>
    slotStarts(date, hoursOf(date, facility), zone).map((start) => ({ day, start })),
  )
  const [taken, money, programs] = await Promise.all([
    readTaken(db, slots, now),
    readMoney(db, bounds),
    readPrograms(db, bounds, now),
  ])
  return {
    days: dates.map((date, day) => ({
      date,
      ...(money[day] ?? { booked: 0, paid: 0, due: 0 }),
      slots: slots.flatMap(({ day: of, start }, n) =>
        of === day ? [{ start_time: start.toISOString(), ...(taken[n] ?? { booked: 0, cages: 0 }) }] : [],
      ),
      programs: programs.flatMap(({ day: of, ...program }) => (of === day + 1 ? [program] : [])),
    })),
  }
}

/** Of each half hour, the cages that are taken and those that could be: in service and not closed then. */
async function readTaken(db: Db, slots: readonly { start: Date }[], now: Date) {
  if (slots.length === 0) return []
  const { rows } = await sql<{ booked: number; cages: number }>`
    select taken.booked, (in_service.cages - taken.closed)::integer as cages
    from (select count(*) as cages from cages where is_active) in_service
    cross join unnest(${slots.map(({ start }) => start.toISOString())}::timestamptz[]) with ordinality as slot (starts, n)
    cross join lateral (
      select (count(distinct cage_id) filter (where kind <> 'closure'))::integer as booked,
        count(distinct cage_id) filter (where kind = 'closure') as closed
      from occupancy
      where during && tstzrange(slot.starts, slot.starts + ${slotMs / 1000} * interval '1 second') and ${stillTakes(now)}
        and cage_id in (select id from cages where is_active)
    ) taken
    order by slot.n`.execute(db)
  return rows
}

type Bounds = readonly { start: Date; end: Date }[]

const daysOf = (bounds: Bounds) => sql`unnest(
  ${bounds.map(({ start }) => start.toISOString())}::timestamptz[],
  ${bounds.map(({ end }) => end.toISOString())}::timestamptz[]
) with ordinality as day (starts, ends, n)`

/** Of what begins on each day: how much there is, what of it is paid and what is owed; a session's spots pay one by one. */
async function readMoney(db: Db, bounds: Bounds): Promise<Pick<LoadDay, 'booked' | 'paid' | 'due'>[]> {
  const { rows } = await sql<{ booked: number; paid: string; due: string }>`
    select sums.* from ${daysOf(bounds)}
    cross join lateral (
      select (count(*) filter (where e.kind <> 'class' or e.source_id = e.group_id))::integer as booked,
        coalesce(sum(source.total_cost) filter (where e.status = 'paid'), 0) as paid,
        coalesce(sum(source.total_cost) filter (where e.status = 'pending payment'), 0) as due
      from booking_entries e
      left join lateral (
        select total_cost from bookings where e.kind in ('booking', 'guest_booking') and id = e.source_id
        union all
        select total_cost from coach_bookings where e.kind = 'lesson' and id = e.source_id
        union all
        select total_cost from class_registrations where e.kind = 'class' and id = e.source_id
      ) source on true
      where e.starts_at >= day.starts and e.starts_at < day.ends and e.status <> 'canceled'
    ) sums
    order by day.n`.execute(db)
  return rows.map(({ booked, paid, due }) => ({
    booked,
    paid: dollarsFromDecimal(paid),
    due: dollarsFromDecimal(due),
  }))
}

type Program = LoadDay['programs'][number]

/** Class sessions and camps of each day with the spots that are taken, and closures. */
async function readPrograms(db: Db, bounds: Bounds, now: Date): Promise<(Program & { day: number })[]> {
  const { rows } = await sql<Program & { day: number; start_time: Date; end_time: Date }>`
    select day.n::integer as day, program.* from ${daysOf(bounds)}
    cross join lateral (
      select 'class' as kind, e.source_id as id, classes.name as title, e.starts_at as start_time, e.ends_at as end_time,
        (
          select count(*)::integer from class_registrations seat
          where seat.class_instance_id = e.source_id and seat.status <> 'canceled'
        ) as taken, classes.max_spots
      from booking_entries e join classes on classes.id = e.class_id
      where e.kind = 'class' and e.source_id = e.group_id and e.status <> 'canceled'
        and e.starts_at >= day.starts and e.starts_at < day.ends
      union all
      select 'camp', slot.id, camps.name, facility_instant(slot.date + slot.start_time),
        facility_instant(slot.date + slot.end_time), camp_seats_taken(camps.id, ${now.toISOString()}::timestamptz),
        camps.max_spots
      from camp_timeslots slot join camps on camps.id = slot.camp_id
      where facility_instant(slot.date + slot.start_time) >= day.starts
        and facility_instant(slot.date + slot.start_time) < day.ends
        and slot.date between (day.starts - interval '1 day')::date and (day.ends + interval '1 day')::date
      union all
      select 'closure', id, reason, greatest(start_time, day.starts), least(end_time, day.ends), null, null
      from closures where start_time < day.ends and end_time > day.starts
    ) program
    order by day.n, program.start_time, program.title, program.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
  }))
}

/** Which cages the sessions of a camp take, what is in their way, and what would be free instead (spec 3 §9, decision 11). */

import { sql } from 'kysely'
import type { WhatIsThere } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { CampConflict } from '../../../../shared/contract/programs/staffCamps.ts'
import {
  cagesPerCampSession,
  campTimes,
  type EnteredTimeslot,
} from '../../../../shared/domain/programs/campFields.ts'
import { dayBounds, instantOf } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { listCages } from '../../cages/queries.ts'
import { dayLock, stillTakes } from '../../places/occupancy.ts'
import type { HeldSlot } from '../../places/places.ts'
import { readWhatIsThere } from '../../places/whatIsThere.ts'
import type { Moment } from '../queries.ts'

/** How many other times of a day are named. */
const MOST_FREE_TIMES = 6

/** A session that needs its cages. */
export interface PlannedTimeslot extends EnteredTimeslot {
  /** What it has already, and keeps where it can. */
  readonly cageIds: readonly string[]
}

interface Wanted {
  readonly slots: readonly PlannedTimeslot[]
  readonly coachIds: readonly string[]
  /** The camp's own sessions are not in its way; null for a new one. */
  readonly campId: string | null
}

/** Time of a cage or a coach that something has. */
interface Taken {
  readonly cageId: string | null
  readonly coachId: string | null
  readonly start: Date
  readonly end: Date
}

export interface CampPlan {
  /** The cages of each session, in the order of the sessions. */
  readonly cageIds: readonly (readonly string[])[]
  /** Empty where all sessions can have their cages and coaches. */
  readonly conflicts: readonly CampConflict[]
  /** What the plan takes, for planning further camps beside it. */
  readonly taken: readonly Taken[]
}

const rangeOf = ({ date, start_time, end_time }: EnteredTimeslot, zone: string) => ({
  start: instantOf(date, start_time, zone, 'after'),
  end: instantOf(date, end_time, zone, 'after'),
})
const overlaps = (a: { start: Date; end: Date }, b: { start: Date; end: Date }): boolean =>
  a.start < b.end && b.start < a.end

/** The locks under which the cages of these sessions are chosen and their coaches are taken. */
export function campLocks(
  slots: readonly EnteredTimeslot[],
  places: { cageIds: readonly string[]; coachIds: readonly string[] },
): string[] {
  const days = new Set(slots.map(({ date }) => date))
  const ids = [...places.cageIds, ...places.coachIds]
  return [...days].flatMap((day) => ids.map((id) => dayLock(id, day)))
}

/** The time of these sessions with their coaches: what a save says of itself to the ledger's readers. */
export const campTime = (slots: readonly EnteredTimeslot[], zone: string): HeldSlot[] =>
  slots.map((slot) => ({ cageId: null, coachId: null, ...rangeOf(slot, zone) }))

/**
 * Chooses three free cages for each session: those that it has, then those that are free at most of the camp's times, so
 * that a camp stays where it is from day to day. A session that is over keeps what it has. Decides nothing for good unless
 * it runs under `campLocks`, with expired holds ended.
 *
 * @param beside what is planned already and not written.
 */
export async function planCamp(
  db: Db,
  { slots, coachIds, campId }: Wanted,
  moment: Moment,
  beside: readonly Taken[] = [],
): Promise<CampPlan> {
  const { now, zone } = moment
  const [cages, booked] = await Promise.all([listCages(db), readTaken(db, slots, campId, moment)])
  const taken = [...booked, ...beside]
  const times = slots.map((slot) => ({ ...slot, ...rangeOf(slot, zone) }))
  const freeAt = (range: { start: Date; end: Date }) => {
    const busy = new Set(taken.filter((other) => overlaps(range, other)).map(({ cageId }) => cageId))
    return cages.filter(({ id }) => !busy.has(id)).map(({ id }) => id)
  }
  const busyAt = (range: { start: Date; end: Date }) =>
    coachIds.filter((id) => taken.some((other) => other.coachId === id && overlaps(range, other)))
  const free = times.map(freeAt)
  const timesFree = (id: string) => free.filter((ids) => ids.includes(id)).length
  const chosen = times.map((time, index) => {
    if (time.end <= now) return time.cageIds
    const open = free[index] ?? []
    const own = time.cageIds.filter((id) => open.includes(id) || !cages.some((cage) => cage.id === id))
    const others = open.filter((id) => !own.includes(id)).toSorted((a, b) => timesFree(b) - timesFree(a))
    return [...own, ...others].slice(0, cagesPerCampSession)
  })
  const blocked = times.flatMap((time, index) => {
    const lacksCages = time.end > now && (chosen[index]?.length ?? 0) < cagesPerCampSession
    const coaches = busyAt(time)
    return lacksCages || coaches.length > 0 ? [{ time, lacksCages, coaches, free: free[index] ?? [] }] : []
  })
  const inTheWay = await readInTheWay(
    db,
    blocked.flatMap(({ time, lacksCages, coaches }) => [
      ...(lacksCages ? cages.map(({ id }) => ({ ...time, cageId: id, coachId: null })) : []),
      ...coaches.map((coachId) => ({ ...time, cageId: null, coachId })),
    ]),
    campId,
    now,
  )
  const freeTimes = (time: EnteredTimeslot) =>
    otherTimes(time)
      .map((other) => ({ ...other, ...rangeOf(other, zone) }))
      .filter((other) => other.start > now && freeAt(other).length >= cagesPerCampSession)
      .filter((other) => busyAt(other).length === 0)
      .filter((other) => times.every((own) => own === time || !overlaps(own, other)))
      .slice(0, MOST_FREE_TIMES)
      .map(({ start_time, end_time }) => ({ start_time, end_time }))
      .sort((a, b) => a.start_time.localeCompare(b.start_time))
  return {
    cageIds: chosen,
    conflicts: blocked.map(({ time, free: ids }) => ({
      date: time.date,
      start_time: time.start_time,
      end_time: time.end_time,
      free_cages: ids.length,
      in_the_way: inTheWay.filter(
        ({ start_time, end_time }) => new Date(start_time) < time.end && time.start < new Date(end_time),
      ),
      free_times: freeTimes(time),
    })),
    taken: times.flatMap(({ start, end }, index) => [
      ...(chosen[index] ?? []).map((cageId) => ({ cageId, coachId: null, start, end })),
      ...coachIds.map((coachId) => ({ cageId: null, coachId, start, end })),
    ]),
  }
}

/** Times as long as this one on its day, the nearest first. */
function otherTimes({ date, start_time, end_time }: EnteredTimeslot): EnteredTimeslot[] {
  const at = campTimes.indexOf(start_time)
  const length = campTimes.indexOf(end_time) - at
  return campTimes
    .flatMap((time, index) => {
      const end = campTimes[index + length]
      return end === undefined || index === at ? [] : [{ index, date, start_time: time, end_time: end }]
    })
    .sort((a, b) => Math.abs(a.index - at) - Math.abs(b.index - at))
}

/** What has cages and coaches on the days of these sessions, apart from the camp itself. */
async function readTaken(
  db: Db,
  slots: readonly EnteredTimeslot[],
  campId: string | null,
  { now, zone }: Moment,
): Promise<Taken[]> {
  const days = [...new Set(slots.map(({ date }) => date))].map((day) => dayBounds(day, zone))
  if (days.length === 0) return []
  const { rows } = await sql<{ cage_id: string | null; coach_id: string | null; start: Date; end: Date }>`
    select occupancy.cage_id, occupancy.coach_id, lower(during) as start, upper(during) as "end"
    from unnest(
      ${days.map(({ start }) => start.toISOString())}::timestamptz[],
      ${days.map(({ end }) => end.toISOString())}::timestamptz[]
    ) as day (starts, ends)
    join occupancy on during && tstzrange(day.starts, day.ends)
    left join camp_timeslots own on own.id = occupancy.camp_timeslot_id
    where (own.id is null or own.camp_id is distinct from ${campId}::uuid) and ${stillTakes(now)}`.execute(db)
  return rows.map(({ cage_id, coach_id, start, end }) => ({
    cageId: cage_id,
    coachId: coach_id,
    start,
    end,
  }))
}

/** What is in the way by name, once each. */
async function readInTheWay(
  db: Db,
  times: readonly HeldSlot[],
  campId: string | null,
  now: Date,
): Promise<WhatIsThere[]> {
  if (times.length === 0) return []
  const found = await readWhatIsThere(db, times, [], now)
  const own = new Set(
    campId === null
      ? []
      : (await db.selectFrom('camp_timeslots').select('id').where('camp_id', '=', campId).execute()).map(
          ({ id }) => id,
        ),
  )
  const named = new Map(found.map((one) => [`${one.id} ${one.cage_id ?? one.coach_id}`, one]))
  return [...named.values()].filter(({ id }) => !own.has(id))
}

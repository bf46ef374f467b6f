/** Cages for the sessions of a class, and what is in the way where there are not enough (decision 11). Pure. */

import type { ClassSchedule } from '../../../../shared/contract/programs/classes.ts'
import { type FacilityHours, hoursOf } from '../../../../shared/domain/facility/openingHours.ts'
import { type SeasonSlot, slotKey } from '../../../../shared/domain/programs/classSeason.ts'
import { dayOfWeek, instantOf } from '../../../../shared/domain/time/time.ts'
import { isChanged, isSameTime, minuteOf, type StandingSession } from './plan.ts'

/** Time of a cage or coach that something else has. */
export interface BusyTime {
  readonly placeId: string
  readonly start: Date
  readonly end: Date
}

export interface Conflict {
  readonly slot: SeasonSlot
  readonly coachId: string | null
  readonly coachTaken: boolean
  readonly cagesFree: number
}

export interface FreeStarts {
  readonly day_of_week: number
  readonly start_time: string
  readonly free: readonly string[]
}

export interface Allocation {
  /** The cages of every session that stands and is not in conflict, by its slot. */
  readonly cages: ReadonlyMap<SeasonSlot, readonly string[]>
  readonly conflicts: readonly Conflict[]
  readonly freeStarts: readonly FreeStarts[]
}

interface Needs {
  /** In service, by name. */
  readonly cageIds: readonly string[]
  readonly cagesReserved: number
  readonly schedules: readonly ClassSchedule[]
  readonly facility: FacilityHours & { readonly time_zone: string }
}

const MOST_STARTS = 3

/**
 * Gives every session its cages. A session keeps those that it has; new ones get the cages that are free on most dates of
 * the season, so that a class stays in its cage, then by name (decision 10).
 *
 * @param busy all that is taken on those days, the class's own sessions aside.
 */
export function allocate(
  standing: readonly StandingSession[],
  busy: readonly BusyTime[],
  needs: Needs,
): Allocation {
  const zone = needs.facility.time_zone
  const diary = new Diary(busy)
  const cages = new Map<SeasonSlot, readonly string[]>()
  const waiting: StandingSession[] = []
  for (const one of standing) {
    if (!staysInPlace(one, needs.cagesReserved)) {
      waiting.push(one)
      continue
    }
    const own = one.session?.cages ?? []
    cages.set(one.slot, own)
    diary.take([...own, one.coachId], timeOf(one.slot, zone))
  }
  const ranked = rankCages(needs.cageIds, waiting, diary, zone)
  const conflicts: Conflict[] = []
  for (const one of waiting) {
    const time = timeOf(one.slot, zone)
    const wanted = wantedCages(one, needs.cagesReserved)
    const own = new Set(one.session?.cages ?? [])
    const free = ranked.filter((id) => diary.isFree(id, time))
    const chosen = free.toSorted((a, b) => Number(own.has(b)) - Number(own.has(a))).slice(0, wanted)
    const coachTaken = one.coachId !== null && !diary.isFree(one.coachId, time)
    if (chosen.length < wanted || coachTaken) {
      conflicts.push({ slot: one.slot, coachId: one.coachId, coachTaken, cagesFree: free.length })
      continue
    }
    cages.set(one.slot, chosen)
    diary.take([...chosen, one.coachId], time)
  }
  return { cages, conflicts, freeStarts: freeStartsOf(conflicts, { standing, cages, busy }, needs) }
}

/** Whether a session keeps the cages and time that it has. */
const staysInPlace = (one: StandingSession, cagesReserved: number): boolean =>
  one.session?.status === 'active' &&
  !isChanged(one) &&
  one.session.cages.length === wantedCages(one, cagesReserved)

/** A session that is kept for its registrations keeps its cages, whatever the class takes now. */
const wantedCages = ({ because, session }: StandingSession, cagesReserved: number): number =>
  because === 'registered' && session ? session.cages.length : cagesReserved

interface TimeSpan {
  readonly start: Date
  readonly end: Date
}

/** What is taken when. */
class Diary {
  readonly #taken = new Map<string, TimeSpan[]>()

  constructor(busy: readonly BusyTime[]) {
    for (const { placeId, ...time } of busy) this.take([placeId], time)
  }

  take(placeIds: readonly (string | null)[], time: TimeSpan): void {
    for (const id of placeIds) {
      if (id === null) continue
      const times = this.#taken.get(id)
      if (times) times.push(time)
      else this.#taken.set(id, [time])
    }
  }

  isFree(placeId: string, { start, end }: TimeSpan): boolean {
    return !this.#taken.get(placeId)?.some((time) => time.start < end && start < time.end)
  }
}

/** The cages that are free for most of the sessions come first. */
function rankCages(
  cageIds: readonly string[],
  waiting: readonly StandingSession[],
  diary: Diary,
  zone: string,
): string[] {
  const times = waiting.map(({ slot }) => timeOf(slot, zone))
  const counts = new Map(cageIds.map((id) => [id, times.filter((time) => diary.isFree(id, time)).length]))
  return cageIds.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
}

/** Other starts of a line with conflicts at which all of its sessions fit. */
function freeStartsOf(
  conflicts: readonly Conflict[],
  {
    standing,
    cages,
    busy,
  }: {
    standing: readonly StandingSession[]
    cages: ReadonlyMap<SeasonSlot, readonly string[]>
    busy: readonly BusyTime[]
  },
  { cageIds, cagesReserved, schedules, facility }: Needs,
): FreeStarts[] {
  const zone = facility.time_zone
  const inTheWay = new Set(conflicts.map(({ slot }) => slotKey(slot)))
  return schedules.flatMap((line) => {
    const ofLine = standing.filter(({ slot, because }) => because === 'schedule' && isOfLine(slot, line))
    if (!ofLine.some(({ slot }) => inTheWay.has(slotKey(slot)))) return []
    const diary = new Diary(busy)
    for (const { slot, coachId } of standing.filter((one) => !ofLine.includes(one))) {
      const own = cages.get(slot)
      if (own) diary.take([...own, coachId], timeOf(slot, zone))
    }
    const minutes = minuteOf(line.end_time) - minuteOf(line.start_time)
    const others = schedules.filter((other) => other !== line && other.day_of_week === line.day_of_week)
    const fits = (start_time: string): boolean => {
      const end_time = wallTimeAt(minuteOf(start_time) + minutes)
      if (others.some((other) => other.start_time < end_time && start_time < other.end_time)) return false
      return ofLine.every(({ slot, coachId }) => {
        const time = timeOf({ class_date: slot.class_date, start_time, end_time }, zone)
        const free = cageIds.filter((id) => diary.isFree(id, time)).length
        return free >= cagesReserved && (coachId === null || diary.isFree(coachId, time))
      })
    }
    const far = (start: string) => Math.abs(minuteOf(start) - minuteOf(line.start_time))
    const free = startsOf(ofLine[0]?.slot.class_date, minutes, facility)
      .filter((start) => start !== line.start_time)
      .sort((a, b) => far(a) - far(b))
      .filter(fits)
      .slice(0, MOST_STARTS)
    return [{ day_of_week: line.day_of_week, start_time: line.start_time, free }]
  })
}

const isOfLine = (slot: SeasonSlot, line: ClassSchedule): boolean =>
  isSameTime(slot, { ...line, class_date: slot.class_date }) &&
  dayOfWeek(slot.class_date) === line.day_of_week

/** Each half hour of the facility's hours on that day at which so many minutes begin. */
function startsOf(day: string | undefined, minutes: number, facility: FacilityHours): string[] {
  const hours = day === undefined ? null : hoursOf(day, facility)
  const [from, to] = hours ? [minuteOf(hours.opens), minuteOf(hours.closes)] : [8 * 60, 22 * 60]
  const starts: string[] = []
  for (let minute = from; minute + minutes <= to; minute += 30) starts.push(wallTimeAt(minute))
  return starts
}

const wallTimeAt = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The instants of a session, which are as far apart as the clocks say. */
export const timeOf = ({ class_date, start_time, end_time }: SeasonSlot, zone: string): TimeSpan => ({
  start: instantOf(class_date, start_time, zone, 'after'),
  end: instantOf(class_date, end_time, zone, 'after'),
})

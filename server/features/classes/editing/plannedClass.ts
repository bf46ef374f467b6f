/** What saving a class comes to: read from the database, written nowhere. The preview and the save both ask this. */

import { hash } from 'node:crypto'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { ClassSchedule } from '../../../../shared/contract/programs/classes.ts'
import type { ClassData, SessionDate } from '../../../../shared/contract/programs/staffClasses.ts'
import {
  mostSeasonDays,
  type SeasonSlot,
  scheduleProblems,
  seasonOf,
  slotKey,
} from '../../../../shared/domain/programs/classSeason.ts'
import { compareDays, daysBetween, facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import type { Db } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { type Allocation, allocate } from './allocation.ts'
import { isChanged, planSessions, type SessionPlan, type StandingSession } from './plan.ts'
import { findClosed, readBusyTimes, readSessionsToCome } from './sessions.ts'

/** A class as it is to be saved. */
export interface WantedClass {
  /** Null: a new one. */
  readonly id: string | null
  readonly data: ClassData
  readonly schedules: readonly ClassSchedule[]
  readonly leaveOut: readonly SessionDate[]
  readonly putBack: readonly SessionDate[]
  readonly registered: 'keep' | 'move'
}

export interface At {
  readonly now: Date
  readonly facility: Pick<Facility, 'time_zone' | 'opening_hours' | 'special_days'>
}

export interface PlannedClass {
  readonly plan: SessionPlan
  readonly allocation: Allocation
  readonly closed: readonly SeasonSlot[]
  readonly leftOut: readonly SeasonSlot[]
  readonly skipped: readonly SeasonSlot[]
  /** Every cage in service, by name. */
  readonly cages: readonly { readonly id: string; readonly name: string }[]
  /** The facility days on which the save takes or frees time of cages or of a coach. */
  readonly days: readonly string[]
  /** The coaches whose time it takes. */
  readonly coachIds: readonly string[]
  readonly fingerprint: string
}

/** More would take minutes and thousands of locks. */
const MOST_SESSIONS = 400
/** Each day of each cage and coach is a lock, and the database has room for some thousands. */
const MOST_LOCKS = 3_000

/**
 * The sessions of a class once it is saved, with their cages.
 *
 * @returns why it cannot be saved whatever is booked. What is in the way is part of the answer (`allocation.conflicts`).
 */
export async function planClass(
  db: Db,
  wanted: WantedClass,
  { now, facility }: At,
): Promise<PlannedClass | Refusal> {
  const { data, schedules } = wanted
  const zone = facility.time_zone
  const problem = refuseDates(wanted)
  if (problem) return problem
  const [before, coach, cages] = await Promise.all([
    wanted.id === null ? null : readClassBefore(db, wanted.id),
    data.coach_id === null ? null : findCoach(db, data.coach_id),
    db.selectFrom('cages').select(['id', 'name']).where('is_active', '=', true).orderBy('name').execute(),
  ])
  if (wanted.id !== null && before === null) return refuse('class_not_found')
  if (data.coach_id !== null && !coach) return refuse('coach_not_found')
  if (coach && !coach.is_active && coach.id !== before?.coach_id) return refuse('class_coach_inactive')

  const season = seasonOf(schedules, { ...data, after: now }, facility)
  if (season.slots.length > MOST_SESSIONS) return refuse('class_too_long')
  const [existing, closedByCages] = await Promise.all([
    wanted.id === null ? [] : readSessionsToCome(db, wanted.id, { now, zone }),
    data.cages_reserved === 0 ? new Set<SeasonSlot>() : findClosed(db, season.slots, zone),
  ])
  const out = leftOutAfter(before?.leftOut ?? [], wanted)
  const isLeftOut = (slot: SeasonSlot) => out.has(slotKey(slot))
  const held = season.slots.filter((slot) => !closedByCages.has(slot) && !isLeftOut(slot))
  const plan = planSessions(
    existing,
    held,
    { before: before?.coach_id ?? null, after: data.coach_id },
    wanted.registered,
  )
  const crowded = refuseCrowded(plan.standing, data.max_spots)
  if (crowded) return crowded

  // Removed sessions count too: one for which someone registers before the save stays, and needs its place.
  const dated = [...plan.standing.map(({ slot }) => slot), ...plan.removed]
  const days = [...new Set(dated.map(({ class_date }) => class_date))]
  const coachIds = [...new Set(plan.standing.flatMap(({ coachId }) => coachId ?? []))]
  if (days.length * (cages.length + coachIds.length) > MOST_LOCKS) return refuse('class_too_long')
  const busy = await readBusyTimes(db, { days, coachIds, besides: wanted.id }, { now, zone })
  const allocation = allocate(plan.standing, busy, {
    cageIds: cages.map(({ id }) => id),
    cagesReserved: data.cages_reserved,
    schedules,
    facility,
  })
  const skipped = season.skipped.filter((slot) => !isLeftOut(slot))
  return {
    plan,
    allocation,
    closed: [...season.closed, ...closedByCages].sort(byTime),
    leftOut: season.slots.filter((slot) => !closedByCages.has(slot) && isLeftOut(slot)),
    skipped,
    cages,
    days,
    coachIds,
    fingerprint: fingerprintOf(plan, allocation, skipped),
  }
}

function refuseDates({ data, schedules }: WantedClass): Refusal | null {
  const [problem] = scheduleProblems(schedules)
  if (problem) return refuse('class_schedule_invalid', { lines: scheduleProblems(schedules) })
  if (compareDays(data.end_date, data.start_date) < 0) return refuse('class_dates_backwards')
  return daysBetween(data.start_date, data.end_date) > mostSeasonDays ? refuse('class_too_long') : null
}

async function readClassBefore(db: Db, id: string) {
  const [row, leftOut] = await Promise.all([
    db.selectFrom('classes').select(['coach_id']).where('id', '=', id).executeTakeFirst(),
    readLeftOut(db, id, '1900-01-01'),
  ])
  return row ? { ...row, leftOut } : null
}

const findCoach = (db: Db, id: string) =>
  db.selectFrom('coaches').select(['id', 'is_active']).where('id', '=', id).executeTakeFirst()

/** The sessions that are left out from a facility day on, by date. */
export async function readLeftOut(db: Db, classId: string, from: string): Promise<SessionDate[]> {
  const rows = await db
    .selectFrom('class_left_out')
    .select(['class_date', 'start_time'])
    .where('class_id', '=', classId)
    .where('class_date', '>=', from)
    .orderBy('class_date')
    .orderBy('start_time')
    .execute()
  return rows.map((row) => ({ ...row, start_time: row.start_time.slice(0, 5) }))
}

function leftOutAfter(before: readonly SessionDate[], { leaveOut, putBack }: WantedClass): Set<string> {
  const out = new Set([...before, ...leaveOut].map(slotKey))
  for (const date of putBack) out.delete(slotKey(date))
  return out
}

/** The maximum cannot be below what is taken already in a session to come. */
function refuseCrowded(standing: readonly StandingSession[], maxSpots: number): Refusal | null {
  const crowded = standing.flatMap(({ session }) => (session && session.people > maxSpots ? [session] : []))
  const [first] = crowded.toSorted((a, b) => b.people - a.people)
  if (!first) return null
  const sessions = crowded.map(({ class_date, start_time, end_time, people }) => ({
    ...{ class_date, start_time, end_time, people },
  }))
  const message = `${first.people} people have a spot on ${formatDay(first.class_date)}. The maximum cannot be lower than that.`
  return refuse('class_spots_taken', { sessions, most_taken: first.people }, message)
}

/** Names exactly this outcome, so that a confirmation cannot mean another. */
function fingerprintOf(plan: SessionPlan, allocation: Allocation, skipped: readonly SeasonSlot[]): string {
  const outcome = [
    plan.standing.map((one) => [one.session?.id ?? null, one.slot, one.because, isChanged(one), one.coachId]),
    plan.removed.map(({ id }) => id),
    plan.canceled.map(slotKey),
    allocation.conflicts.map(({ slot }) => slotKey(slot)),
    skipped.map(slotKey),
  ]
  return hash('sha256', JSON.stringify(outcome), 'base64url')
}

/** Orders sessions by day and start. */
export const byTime = (a: SeasonSlot, b: SeasonSlot): number => (slotKey(a) < slotKey(b) ? -1 : 1)

/** The day from which sessions are still to come. */
export const todayOf = ({ now, facility }: At): string => facilityDay(now, facility.time_zone)

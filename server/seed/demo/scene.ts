import type { SandboxPast, StripeSandbox } from '../../../sandbox/sandbox.ts'
import { type FacilityHours, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { addDays, compareDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import type { Tx } from '../../db/database.ts'
import { createDiary, type Diary } from './diary.ts'

/** The context of every part of the demo. */
export interface Scene {
  readonly tx: Tx
  /** The facility day for which the demo is created; everything else depends on it. */
  readonly today: string
  readonly timeZone: string
  readonly diary: Diary
  /** The sandbox that records card payments, if it is the provider. */
  readonly sandbox: SandboxPast | null
  /** Percent off a member's cage total. */
  readonly memberDiscount: number
  /** Percent off class prices for a member. */
  readonly memberClassDiscount: number
  /** When the facility is open, in minutes of the day; null when closed. */
  open(day: string): { from: number; to: number } | null
  instant(day: string, minute: number): Date
}

/** The day `count` days from the demo's. */
export const dayAt = (scene: Scene, count: number): string => addDays(scene.today, count)

/** `HH:mm` of a minute of the day. */
export const wallTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The minute of the day of `HH:mm`. */
export const minuteOf = (wall: string): number => {
  const [hours = 0, minutes = 0] = wall.split(':').map(Number)
  return hours * 60 + minutes
}

/** Reads the facility's hours and zone; @throws when there is no facility yet. */
export async function setScene(tx: Tx, now: Date, sandbox: StripeSandbox | null): Promise<Scene> {
  const facility = await tx.selectFrom('facility').selectAll().executeTakeFirstOrThrow()
  const hours: FacilityHours = {
    opening_hours: await tx.selectFrom('opening_hours').selectAll().execute(),
    special_days: await tx.selectFrom('special_days').selectAll().execute(),
  }
  return {
    tx,
    timeZone: facility.time_zone,
    today: facilityDay(now, facility.time_zone),
    diary: createDiary(),
    sandbox: sandbox?.past(tx, now) ?? null,
    memberDiscount: Number(facility.member_cage_discount_percent),
    memberClassDiscount: Number(facility.member_class_discount_percent),
    open(day) {
      const range = hoursOf(day, hours)
      return range && { from: minuteOf(range.opens), to: minuteOf(range.closes) }
    },
    instant: (day, minute) => instantOf(day, wallTime(minute), facility.time_zone),
  }
}

/** When a booking for that day was made: up to six days ahead, and always before the demo's day. */
export function bookedAt(scene: Scene, day: string, minute: number): Date {
  const ahead = addDays(day, -1 - ((minute / 30) % 6))
  const yesterday = dayAt(scene, -1)
  return scene.instant(compareDays(ahead, yesterday) < 0 ? ahead : yesterday, 8 * 60 + (minute % 600))
}

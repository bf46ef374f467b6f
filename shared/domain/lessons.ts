/** What a lesson costs and when it can start (spec 1 §5, §9). */
import { centsFromDollars, type Dollars } from './money.ts'
import type { WallHours } from './openingHours.ts'
import { openRange, slotsOf } from './slots.ts'
import { facilityWallTime, instantOf, minuteMs, NonexistentWallTime } from './time.ts'

export const lessonDurations = [30, 60, 90] as const
export const defaultLessonMinutes = 60

/** A lesson's time, both on the facility's clock (`HH:mm`) and as instants. */
export interface LessonTime {
  readonly startTime: string
  readonly endTime: string
  readonly start: Date
  readonly end: Date
}

/** The coach's part of a lesson in cents: hourly rate × minutes / 60, rounded half up. */
export function coachFee(hourlyRate: Dollars, minutes: number): number {
  return Math.round((centsFromDollars(hourlyRate) * minutes) / 60)
}

/**
 * The lesson that starts at a wall time of a day. Null where the clocks change during it: its wall times would not
 * exist, or would be further apart than the lesson is long.
 */
export function lessonTime(day: string, startTime: string, minutes: number, zone: string): LessonTime | null {
  const endTime = laterBy(startTime, minutes)
  if (endTime === null) return null
  try {
    const start = instantOf(day, startTime, zone)
    const end = instantOf(day, endTime, zone)
    return end.getTime() - start.getTime() === minutes * minuteMs ? { startTime, endTime, start, end } : null
  } catch (error) {
    if (error instanceof NonexistentWallTime) return null
    throw error
  }
}

/** Every lesson of that length which lies within the opening hours, in 30-minute steps (decision 10). */
export function lessonTimes(
  day: string,
  minutes: number,
  hours: WallHours | null,
  zone: string,
): LessonTime[] {
  const open = openRange(day, hours, zone)
  if (!open) return []
  // In the hour that repeats in autumn each wall time occurs twice; it means the first.
  const starts = new Set(
    slotsOf({ startTime: open.start, endTime: open.end }).map((start) => facilityWallTime(start, zone)),
  )
  return [...starts]
    .map((start) => lessonTime(day, start, minutes, zone))
    .filter((time) => time !== null)
    .filter(({ start, end }) => start >= open.start && end <= open.end)
}

/** `HH:mm` later on the same day's clock; null past midnight. */
function laterBy(wallTime: string, minutes: number): string | null {
  const [hour = 0, minute = 0] = wallTime.split(':').map(Number)
  const total = hour * 60 + minute + minutes
  if (total >= 24 * 60) return null
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

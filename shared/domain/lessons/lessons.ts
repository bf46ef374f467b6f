/** What a lesson costs and when it can start (spec 1 §5, §9). */

import { openRange, slotsOf } from '../bookings/slots.ts'
import type { Terms } from '../bookings/terms.ts'
import type { WallHours } from '../facility/openingHours.ts'
import { centsFromDollars, type Dollars } from '../money/money.ts'
import { type CageRates, sessionPrice } from '../money/pricing.ts'
import { type SalesTax, withTax } from '../money/salesTax.ts'
import { facilityWallTime, instantOf, minuteMs, NonexistentWallTime } from '../time/time.ts'

export const lessonDurations = [30, 60, 90] as const
export const defaultLessonMinutes = 60
/** In minutes, as coaches and staff book it. */
export const longestLesson = 240

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

/** What a lesson costs in cents: the coach's fee plus the cage's (spec 1 §9), and the tax that is added. */
export const lessonPrice = (hourlyRate: Dollars, cage: CageRates, minutes: number, tax: SalesTax): number =>
  withTax(coachFee(hourlyRate, minutes) + sessionPrice(cage, minutes), tax)

/** What the cage's part of a lesson can be, in cents, before it is known in which cage it is. */
export interface CageFees {
  readonly least: number
  readonly most: number
}

/** The least and the most that lessons of that length cost for their cage; null without a cage. */
export function cageFees(cages: readonly CageRates[], minutes: number): CageFees | null {
  const fees = cages.map((cage) => sessionPrice(cage, minutes))
  return fees.length === 0 ? null : { least: Math.min(...fees), most: Math.max(...fees) }
}

/** A lesson as what it costs depends on it; its total in dollars. */
export interface PricedLesson {
  readonly duration_minutes: number
  readonly total_cost: Dollars
}

/**
 * What a lesson costs after a move, in cents, by the rule of the party that moves it: what the prices say, or what it
 * cost before where only its length would change that.
 */
export const movedLessonPrice = (
  { repriced }: Pick<Terms, 'repriced'>,
  before: PricedLesson,
  after: {
    readonly minutes: number
    readonly hourlyRate: Dollars
    readonly cage: CageRates
    readonly tax: SalesTax
  },
): number =>
  repriced === 'with_its_length' && after.minutes === before.duration_minutes
    ? centsFromDollars(before.total_cost)
    : lessonPrice(after.hourlyRate, after.cage, after.minutes, after.tax)

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

import { epochMs, facilityTime, type Instant } from './time.ts'

const DAY_MS = 86_400_000

/** The facility's day and wall time of an instant, e.g. `2027-05-04` and `16:30`. */
export interface WallClock {
  readonly day: string
  readonly time: string
}

/**
 * Reads very many instants off the facility's clock: on a day of UTC on which the clocks do not change, the zone is looked
 * up once.
 */
export function wallClockOf(zone: string): (instant: Instant) => WallClock {
  const offsetAt = (ms: number) => facilityTime(new Date(ms), zone).offsetNanoseconds / 1_000_000
  /** Milliseconds ahead of UTC, by the day's number; null where they differ within the day. */
  const offsets = new Map<number, number | null>()

  function offsetOfDay(day: number): number | null {
    const known = offsets.get(day)
    if (known !== undefined) return known
    const offset = offsetAt(day * DAY_MS)
    const found = offset === offsetAt((day + 1) * DAY_MS) ? offset : null
    offsets.set(day, found)
    return found
  }

  return (instant) => {
    const ms = epochMs(instant)
    const offset = offsetOfDay(Math.floor(ms / DAY_MS)) ?? offsetAt(ms)
    const wall = new Date(ms + offset).toISOString()
    return { day: wall.slice(0, 10), time: wall.slice(11, 16) }
  }
}

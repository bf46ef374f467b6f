import { type DayRange, daysOfRange } from '../../shared/domain/time/dayRange.ts'
import { dayBounds, facilityDay } from '../../shared/domain/time/time.ts'

export interface DayRangeQuery {
  readonly range?: DayRange | undefined
  readonly from_day?: string | undefined
  readonly to_day?: string | undefined
}

/** Instants between which a list looks: from `start` on, before `end`; null is no bound. */
export interface InstantSpan {
  readonly start: Date | null
  readonly end: Date | null
}

/** The instants of the days that a list is filtered by, on the facility's calendar. */
export function spanOf({ range, from_day, to_day }: DayRangeQuery, now: Date, zone: string): InstantSpan {
  const { from, to } = range ? daysOfRange(range, facilityDay(now, zone)) : { from: from_day, to: to_day }
  return {
    start: from === undefined ? null : dayBounds(from, zone).start,
    end: to === undefined ? null : dayBounds(to, zone).end,
  }
}

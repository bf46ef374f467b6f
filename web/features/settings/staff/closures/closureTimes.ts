import type { Closure } from '../../../../../shared/contract/facility/closures.ts'
import { addDays, facilityDay, facilityWallTime, instantOf } from '../../../../../shared/domain/time/time.ts'
import {
  formatDay,
  formatDays,
  formatTime,
  formatTimeRange,
} from '../../../../../shared/domain/time/timeFormat.ts'

type Range = Pick<Closure, 'start_time' | 'end_time'>

const MIDNIGHT = '00:00'

/** A closure as the form has it: whole days, or times of its first and last day. */
export interface ClosureTimes {
  readonly whole: boolean
  readonly first: string
  readonly last: string
  readonly from: string
  readonly to: string
}

export function timesOf({ start_time, end_time }: Range, zone: string): ClosureTimes {
  const [from, to] = [facilityWallTime(start_time, zone), facilityWallTime(end_time, zone)]
  const last = facilityDay(new Date(Date.parse(end_time) - 1), zone)
  const whole = from === MIDNIGHT && to === MIDNIGHT
  return {
    whole,
    first: facilityDay(start_time, zone),
    last,
    from: whole ? '16:00' : from,
    to: whole ? '21:00' : to,
  }
}

/** A wall time that the clocks skip is taken as far after the gap. */
export function rangeOf({ whole, first, last, from, to }: ClosureTimes, zone: string): Range {
  const end = whole
    ? instantOf(addDays(last, 1), MIDNIGHT, zone, 'after')
    : instantOf(last, to, zone, 'after')
  const start = instantOf(first, whole ? MIDNIGHT : from, zone, 'after')
  return { start_time: start.toISOString(), end_time: end.toISOString() }
}

/** 'Tue, Nov 24, 4:00–9:00 PM', 'Tue–Fri, Nov 24–27', or with both times where they matter. */
export function rangeText(range: Range, zone: string): string {
  const { whole, first, last } = timesOf(range, zone)
  if (whole) return first === last ? `${formatDay(first)}, all day` : formatDays(first, last)
  if (first === last) return `${formatDay(first)}, ${formatTimeRange(range.start_time, range.end_time, zone)}`
  const [start, end] = [formatTime(range.start_time, zone), formatTime(range.end_time, zone)]
  return `${formatDay(first)}, ${start} – ${formatDay(last)}, ${end}`
}

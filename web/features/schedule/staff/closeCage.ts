import type { ClosureHit } from '../../../../shared/contract/facility/closures.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { openRange, slotMs } from '../../../../shared/domain/bookings/slots.ts'
import { hoursOf } from '../../../../shared/domain/facility/openingHours.ts'
import { dayBounds } from '../../../../shared/domain/time/time.ts'
import { formatTime, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'

interface TimeOption {
  /** An instant. */
  readonly value: string
  readonly label: string
}

/**
 * From when and until when a cage can be closed on a day, each by half hours: today from the one that runs now, until midnight
 * at the latest.
 */
export function closableTimes(
  day: string,
  now: Date,
  zone: string,
): { from: TimeOption[]; to: TimeOption[] } {
  const { start, end } = dayBounds(day, zone)
  const passed = Math.max(0, Math.floor((now.getTime() - start.getTime()) / slotMs))
  const from: TimeOption[] = []
  const to: TimeOption[] = []
  for (let ms = start.getTime() + passed * slotMs; ms < end.getTime(); ms += slotMs) {
    const next = new Date(ms + slotMs)
    const label = formatTime(new Date(ms), zone)
    from.push({ value: new Date(ms).toISOString(), label: ms <= now.getTime() ? 'Now' : label })
    const isLast = next.getTime() >= end.getTime()
    to.push({ value: next.toISOString(), label: isLast ? 'End of the day' : formatTime(next, zone) })
  }
  return { from, to }
}

/** Until when it is closed unless someone says else: until the facility closes, or the end of the day. */
export function usualEnd(day: string, facility: Facility, to: readonly TimeOption[]): string {
  const open = openRange(day, hoursOf(day, facility), facility.time_zone)
  const closes = open && to.find(({ value }) => value === open.end.toISOString())
  return (closes ?? to.at(-1))?.value ?? ''
}

/** What keeps a cage from being closed: 'Nadia Flores, Cage 2, 1:00–2:00 PM'. */
export const hitText = ({ person, title, start_time, end_time }: ClosureHit, zone: string): string =>
  [...(person === null ? [] : [person]), title, formatTimeRange(start_time, end_time, zone)].join(', ')

/** Whether a closure is only of that day: the front desk makes and opens no others. */
export function isWithinDay(
  { start_time, end_time }: { readonly start_time: string; readonly end_time: string },
  day: string,
  zone: string,
): boolean {
  const { start, end } = dayBounds(day, zone)
  return Date.parse(start_time) >= start.getTime() && Date.parse(end_time) <= end.getTime()
}

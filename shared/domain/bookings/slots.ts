/** The half hours of one facility day on the cage grid (spec 1 §2.4, §4, §9). */
import type { ScheduleEntry } from '../../contract/bookings/cages.ts'
import type { WallHours } from '../facility/openingHours.ts'
import { dayBounds, epochMs, facilityWallTime, type Instant, instantOf, minuteMs } from '../time/time.ts'

export const slotMinutes = 30
export const slotMs = slotMinutes * minuteMs

/** From `start` up to, not including, `end`. */
export interface TimeRange {
  readonly start: Date
  readonly end: Date
}

/** 'Closed' is a slot that the grid shows only because it widened, and that cannot be booked. */
export type SlotState = 'Booked' | 'Past' | 'Available' | 'Selected' | 'Closed'

/** Taken times per cage, sorted: built once per answer, read once per slot. */
export type TakenTimes = ReadonlyMap<string, readonly (readonly [startMs: number, endMs: number])[]>

/** The bookable time of a day as instants, cut to whole slots; null when closed or shorter than a slot. */
export function openRange(day: string, hours: WallHours | null, zone: string): TimeRange | null {
  if (!hours || hours.closes <= hours.opens) return null
  const start = nextSlotBoundary(instantOf(day, hours.opens, zone, 'after'), zone)
  const closes = instantOf(day, hours.closes, zone, 'after').getTime()
  const end = start + Math.floor((closes - start) / slotMs) * slotMs
  return end > start ? { start: new Date(start), end: new Date(end) } : null
}

/** The starts of the slots that can be booked on a day; empty when closed. */
export function slotStarts(day: string, hours: WallHours | null, zone: string): Date[] {
  const open = openRange(day, hours, zone)
  return open ? slotsOf({ startTime: open.start, endTime: open.end }) : []
}

/**
 * What the grid shows: the bookable time, widened to whole slots that cover every entry of that day (spec 1 §9).
 * An entry that reaches over midnight counts up to midnight. Null when closed and nothing is booked.
 */
export function gridRange(
  day: string,
  hours: WallHours | null,
  entries: readonly ScheduleEntry[],
  zone: string,
): TimeRange | null {
  const open = openRange(day, hours, zone)
  const bounds = dayBounds(day, zone)
  let start = open?.start.getTime() ?? Number.POSITIVE_INFINITY
  let end = open?.end.getTime() ?? Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    const from = Math.max(epochMs(entry.start_time), bounds.start.getTime())
    const to = Math.min(epochMs(entry.end_time), bounds.end.getTime())
    if (from >= to) continue
    if (from < start) start = previousSlotBoundary(new Date(from), zone)
    if (to > end) end = nextSlotBoundary(new Date(to), zone)
  }
  return start < end ? { start: new Date(start), end: new Date(end) } : null
}

/** The starts of all half hours of a range, whose length is whole half hours: the inverse of grouping. */
export function slotsOf(range: { readonly startTime: Instant; readonly endTime: Instant }): Date[] {
  const start = epochMs(range.startTime)
  const length = epochMs(range.endTime) - start
  if (length < 0 || length % slotMs !== 0) throw new RangeError('A range of slots lasts whole half hours.')
  return Array.from({ length: length / slotMs }, (_, index) => new Date(start + index * slotMs))
}

/** Whether an instant is on the facility's hour or half hour. */
export function isAligned(instant: Instant, zone: string): boolean {
  return minutesIntoSlot(instant, zone) === 0
}

/** Schedule entries, indexed for `slotState`. */
export function takenTimes(entries: readonly ScheduleEntry[]): TakenTimes {
  const taken = new Map<string, [number, number][]>()
  for (const entry of entries) {
    const times = taken.get(entry.cage_id)
    const time: [number, number] = [epochMs(entry.start_time), epochMs(entry.end_time)]
    if (times) times.push(time)
    else taken.set(entry.cage_id, [time])
  }
  for (const times of taken.values()) times.sort((a, b) => a[0] - b[0])
  return taken
}

/** Whether a slot start is covered by an entry of the cage: start <= slot start < end (spec 1 §4). */
export function isTaken(taken: TakenTimes, cageId: string, start: Date): boolean {
  const at = start.getTime()
  return (taken.get(cageId) ?? []).some(([from, to]) => from <= at && at < to)
}

/** The state of one slot; taken and past take precedence over selected. */
export function slotState(
  slot: { readonly cageId: string; readonly start: Date },
  grid: {
    readonly taken: TakenTimes
    readonly open: TimeRange | null
    readonly now: Date
    readonly selected: boolean
  },
): SlotState {
  if (isTaken(grid.taken, slot.cageId, slot.start)) return 'Booked'
  if (slot.start < grid.now) return 'Past'
  if (!grid.open || slot.start < grid.open.start || slot.start >= grid.open.end) return 'Closed'
  return grid.selected ? 'Selected' : 'Available'
}

function previousSlotBoundary(instant: Date, zone: string): number {
  return instant.getTime() - minutesIntoSlot(instant, zone) * minuteMs
}

/** The first slot start at or after an instant, in milliseconds since 1970. */
export function nextSlotBoundary(instant: Date, zone: string): number {
  const into = minutesIntoSlot(instant, zone)
  return instant.getTime() + (into === 0 ? 0 : slotMinutes - into) * minuteMs
}

/** By the wall clock, since a zone may lie a quarter of an hour off UTC; fractions are seconds. */
function minutesIntoSlot(instant: Instant, zone: string): number {
  const wallMinute = Number(facilityWallTime(instant, zone).slice(3))
  return (wallMinute % slotMinutes) + (epochMs(instant) % minuteMs) / minuteMs
}

/** What the overviews of a week and a month draw of how full the days are. Knows no pixels. */

import type { LoadProgram, LoadSlot } from '../../../../../shared/contract/bookings/scheduleLoad.ts'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { facilityWallTime } from '../../../../../shared/domain/time/time.ts'
import { formatWallTime, shortTime } from '../../../../../shared/domain/time/timeFormat.ts'

/** The half hours of a week, counted from midnight on the facility's clock. */
export interface Axis {
  readonly first: number
  readonly count: number
}

/** Half hours since midnight on the wall; the end of a day is the 48th. */
export function halfHourOf(instant: string, zone: string): number {
  const [hours = 0, minutes = 0] = facilityWallTime(instant, zone).split(':').map(Number)
  return hours * 2 + minutes / 30
}

/** From the earliest to the latest open half hour of these days; null where all of them are closed. */
export function axisOf(days: readonly { readonly slots: readonly LoadSlot[] }[], zone: string): Axis | null {
  const at = days.flatMap(({ slots }) => slots.map(({ start_time }) => halfHourOf(start_time, zone)))
  if (at.length === 0) return null
  const first = Math.min(...at)
  return { first, count: Math.max(...at) + 1 - first }
}

/** Where something is on the axis: its first column and how many; null outside of it. */
export function columnsOf(
  { start_time, end_time }: Pick<LoadProgram, 'start_time' | 'end_time'>,
  { first, count }: Axis,
  zone: string,
): { from: number; span: number } | null {
  const from = Math.max(0, Math.floor(halfHourOf(start_time, zone) - first))
  const length = Math.ceil((Date.parse(end_time) - Date.parse(start_time)) / 1_800_000)
  const end = Math.min(count, Math.floor(halfHourOf(start_time, zone) - first) + length)
  return end > from ? { from, span: end - from } : null
}

/** How full by share, so that it holds for any number of cages: 0 is empty, 5 is full. */
export function heatOf(booked: number, cages: number): number {
  if (booked === 0) return 0
  const share = booked / Math.max(1, cages)
  if (share >= 1) return 5
  return share <= 0.25 ? 1 : share <= 0.5 ? 2 : share <= 0.65 ? 3 : 4
}

/** All half hours of a day together. */
export const sumOf = (slots: readonly LoadSlot[]) => ({
  booked: slots.reduce((sum, { booked }) => sum + booked, 0),
  cages: slots.reduce((sum, { cages }) => sum + cages, 0),
})

/** '4 PM' at each full hour of the axis, empty between. */
export const hourNames = ({ first, count }: Axis): string[] =>
  Array.from({ length: count }, (_, n) => {
    const at = first + n
    const wall = `${String(Math.floor(at / 2)).padStart(2, '0')}:00`
    return Number.isInteger(at / 2) ? shortTime(formatWallTime(wall)) : ''
  })

/** Why nothing is open on a day: its own reason, or 'Closed'. */
export const closedText = (date: string, facility: Pick<Facility, 'special_days'>): string => {
  const reason = facility.special_days.find((day) => day.date === date)?.reason
  return reason ? `Closed, ${reason}` : 'Closed'
}

/** 'Youth Hitting 3/6' */
export const programText = ({ title, taken, max_spots }: LoadProgram): string =>
  taken === null ? title : `${title} ${taken}/${max_spots ?? 0}`

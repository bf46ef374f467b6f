import { addDays, mondayOf } from './time.ts'

/** The ranges of days that the lists of staff offer by name; a week begins on Monday. */
export const dayRanges = ['today', 'yesterday', 'week'] as const
export type DayRange = (typeof dayRanges)[number]

/** Days of which a list shows what falls between them, both included; a missing one is no bound. */
export interface DaySpan {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The days of a named range, on the facility's day `today`. */
export function daysOfRange(range: DayRange, today: string): Required<DaySpan> {
  if (range === 'today') return { from: today, to: today }
  const yesterday = addDays(today, -1)
  if (range === 'yesterday') return { from: yesterday, to: yesterday }
  const monday = mondayOf(today)
  return { from: monday, to: addDays(monday, 6) }
}

import { type DayRange, dayRanges } from '../../../shared/domain/time/dayRange.ts'

/** Which days a list shows, as its address has it: no range is what the list begins with. */
export interface RangeSearch {
  range?: 'all' | 'custom' | DayRange | undefined
  /** Of the range 'custom'; a missing day is no bound. */
  from?: string | undefined
  to?: string | undefined
}

export const ranges = ['all', ...dayRanges, 'custom'] as const

/** The range of an address; undefined for what is none. */
export const rangeIn = (value: unknown): RangeSearch['range'] => ranges.find((known) => known === value)

/** What the list is asked for. */
export const rangeQuery = ({ range, from, to }: RangeSearch) => ({
  ...(range && range !== 'all' && range !== 'custom' && { range }),
  ...(range === 'custom' && { from_day: from, to_day: to }),
})

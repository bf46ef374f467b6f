import { z } from 'zod'
import { dayRanges } from '../domain/time/dayRange.ts'
import { day } from './fields.ts'

/** The filter of a list by facility days: a named range, or days of one's own, both included. */
export const dayRangeQuery = {
  range: z
    .enum(dayRanges)
    .optional()
    .meta({ description: 'By the clock of the facility; it goes before the days.' }),
  from_day: day.optional(),
  to_day: day.optional(),
}

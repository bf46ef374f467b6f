import { z } from 'zod'
import { hasUsualYear } from '../domain/time/time.ts'

/** `user` is a customer. `desk` is the front desk, which the specification does not have. */
export const role = z.enum(['user', 'coach', 'desk', 'admin'])

export type Role = z.infer<typeof role>

/** A row's id, in small letters as PostgreSQL writes it: two spellings of one id would not be equal to the code. */
export const id = z.uuid().toLowerCase()

const UUID_LENGTH = 36
/** Up to `most` ids in a query, separated by commas; each once. */
export const idList = (most: number) =>
  z
    .string()
    .max(most * (UUID_LENGTH + 1))
    .transform((text) => [...new Set(text.toLowerCase().split(','))])
    .pipe(z.array(id).min(1).max(most))

/**
 * A day of the facility's calendar, `yyyy-MM-dd`, in a year that PostgreSQL and JavaScript write alike. What is none ends the
 * check: rules about several fields, such as an end after its start, count with days.
 */
export const day = z.iso
  .date({ abort: true })
  .refine(hasUsualYear, {
    message: 'Use a day of the years 1900 to 2999.',
    abort: true,
  })
  .meta({ example: '2026-11-24' })
/** A point in time, ISO 8601 with an offset, e.g. `2026-11-24T22:00:00.000Z`. */
export const instant = z.iso.datetime({ offset: true })
/** The most that PostgreSQL's `integer` holds: a larger number is refused here, and not by a query that fails. */
const mostInteger = 2_147_483_647
/** Counts the changes of a row. */
export const revision = z.number().int().min(0).max(mostInteger)
/** The same in a query. */
export const revisionInQuery = z.coerce.number().int().min(0).max(mostInteger)
/** Facility wall-clock time, `HH:mm`. */
export const wallTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ example: '16:00' })
/** @param what a person enters, as the problem names it. */
function dollarsOf(what: string) {
  const text = `Enter ${what}, like 24 or 24.50.`
  return z
    .number(text)
    .nonnegative(text)
    .multipleOf(0.01, text)
    .max(99_999_999, `Enter ${what} below $100,000,000.`)
}
/** Dollars with two decimals, as in the specification. */
export const dollars = dollarsOf('a price')
/** The same of money that is counted, taken or given. */
export const moneyAmount = dollarsOf('an amount')
/** A whole number that people enter. */
export function wholeNumber(least: number, most: number) {
  const text = `Enter a whole number from ${least} to ${most.toLocaleString('en-US')}.`
  return z.number(text).int(text).min(least, text).max(most, text)
}
/** 0 = Sunday … 6 = Saturday, as in the specification. */
export const dayOfWeek = z.number().int().min(0).max(6)

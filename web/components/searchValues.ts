import { addDays, hasUsualYear } from '../../shared/domain/time/time.ts'

/** A day of an address or a field: the text if it is a real `yyyy-MM-dd` of the contract's years, else undefined. */
export function readDay(text: unknown): string | undefined {
  try {
    return typeof text === 'string' && hasUsualYear(text) && addDays(text, 0) === text ? text : undefined
  } catch {
    return undefined
  }
}

/** A value of an address that is a text; undefined for anything else. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** An id of an address; undefined for any other text. */
export const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && uuid.test(value) ? value : undefined

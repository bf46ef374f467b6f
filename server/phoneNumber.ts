import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Refusal, refuse } from './refusal.ts'

/** Where a number without a country in front belongs (the facility is in Texas). */
const REGION = 'US'

export const NOT_A_PHONE_NUMBER = 'Please enter a real phone number, e.g. (409) 555-0123.'

/**
 * A phone number as it is kept and shown everywhere: `(409) 555-0123`, or `+44 20 7946 0958` outside North America (spec 2 §5).
 * Null for what no phone can have. Whether a line is connected, nobody can tell: 555 numbers count as real.
 */
export function readPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: REGION, extract: false })
  if (!number?.isValid()) return null
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}

/** The same for an input's field, named by its path when it is refused. */
export const phoneOf = (text: string, path: readonly string[]): string | Refusal =>
  readPhone(text) ?? refuse('invalid_input', [{ path, message: NOT_A_PHONE_NUMBER }])

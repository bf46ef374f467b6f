import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Refusal, refuse } from './refusal.ts'

/** The country of a number without a country code (the facility is in Texas). */
const REGION = 'US'

export const NOT_A_PHONE_NUMBER = 'Please enter a real phone number, e.g. (409) 555-0123.'

/**
 * Normalizes a phone number for storage and display: `(409) 555-0123`, or `+44 20 7946 0958` outside North America
 * (spec 2 §5). Null for an invalid number. Whether the number is in use is not checked, so 555 numbers are
 * valid.
 */
export function readPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: REGION, extract: false })
  if (!number?.isValid()) return null
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}

/** The same for a field of the input; a refusal names its path. */
export const phoneOf = (text: string, path: readonly string[]): string | Refusal =>
  readPhone(text) ?? refuse('invalid_input', [{ path, message: NOT_A_PHONE_NUMBER }])

import { type SettingsChanges, settingsChanges } from '../../../shared/contract/facility/facilitySettings.ts'
import { NOT_A_PHONE_NUMBER, readPhone } from '../../phoneNumber.ts'

/** A setting that cannot be saved, by its path, and why. */
interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Settings that cannot be saved; each line of the message names the field and what is wrong with it. */
export class UnusableSettings extends Error {
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    const lines = issues.map(({ path, message }) => `${nameOf(path)}: ${message}`)
    super(`The facility's data was not changed:\n  ${lines.join('\n  ')}`)
    this.issues = issues
  }
}

/**
 * Reads a facility's data from JSON.
 *
 * @throws {UnusableSettings} naming every field that is unknown or wrong.
 */
export function parseFacilityFile(json: string): SettingsChanges {
  const parsed = settingsChanges.safeParse(parseJson(json))
  if (parsed.success) return withPhone(parsed.data)
  throw new UnusableSettings(parsed.error.issues.slice(0, 20))
}

/**
 * The same settings with the phone number as it is kept.
 *
 * @throws {UnusableSettings} for one that is no phone number.
 */
export function withPhone(changes: SettingsChanges): SettingsChanges {
  if (changes.phone === undefined) return changes
  const phone = readPhone(changes.phone)
  if (phone === null) throw new UnusableSettings([{ path: ['phone'], message: NOT_A_PHONE_NUMBER }])
  return { ...changes, phone }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const message = `It is not JSON: ${error instanceof Error ? error.message : error}`
    throw new UnusableSettings([{ path: [], message }])
  }
}

/** `cages[2].price_60_min` */
const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '') || 'The file'

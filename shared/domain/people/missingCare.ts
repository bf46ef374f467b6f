import type { Participant } from '../../contract/accounts/households.ts'

type Missing = readonly Participant['missing_care'][number][]

const words: Readonly<Record<Missing[number], string>> = {
  emergency_contact: 'Emergency contact',
  allergies: 'allergies',
}

/** 'Emergency contact and allergies missing': what nobody has said of a child yet; null where nothing is missing. */
export function missingCareText(missing: Missing): string | null {
  if (missing.length === 0) return null
  const named = missing.map((what) => words[what]).join(' and ')
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} missing`
}

/** A season: after half a year an adult is asked whether it is still right. */
const SEASON_MS = 182 * 24 * 3_600_000

/** What a family is asked of someone now: all of it, whether it is still right, or nothing. */
export function askedCare(
  { missing_care, care_said_at }: Pick<Participant, 'missing_care' | 'care_said_at'>,
  now: Date,
): 'missing' | 'still right' | null {
  if (missing_care.length > 0) return 'missing'
  return care_said_at !== null && now.getTime() - Date.parse(care_said_at) > SEASON_MS ? 'still right' : null
}

/** Ages in full years on a day, and the ages that a camp or class is for. */

/** The ages that a camp or class is for, in full years on its first day, both included; null: no limit. */
export interface AgeRange {
  readonly min_age: number | null
  readonly max_age: number | null
}

/** From this age on someone can have an account. */
export const ACCOUNT_AGE = 13

/** What people register for, as far as their ages matter. */
export interface AgeOffer extends AgeRange {
  readonly noun: 'camp' | 'class'
  readonly start_date: string
}

/** Whether ages are checked at all. */
export const hasAgeLimit = ({ min_age, max_age }: AgeRange): boolean => min_age !== null || max_age !== null

/** Below this age in full years somebody is a child. */
const ADULT_AGE = 18

/** Whether only children can come: then nobody is chosen beforehand. */
export const isForChildren = ({ max_age }: Pick<AgeRange, 'max_age'>): boolean =>
  max_age !== null && max_age < ADULT_AGE

/**
 * Full years on a facility day. Days are the calendar's (`yyyy-MM-dd`), so no zone matters. Someone born on February 29
 * becomes a year older on March 1 in common years. The database's `full_years` counts the same way.
 *
 * @returns 0 for a day before the birth.
 */
export function fullYears(birthDate: string, day: string): number {
  const hadBirthday = day.slice(5) >= birthDate.slice(5)
  return Math.max(0, Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (hadBirthday ? 0 : 1))
}

/** 'unknown': without a birth date. */
export type AgeStanding = 'within' | 'outside' | 'unknown'

/** Whether someone has an age that it is for. @param age in full years on its first day; null if unknown. */
export function ageStanding(age: number | null, range: AgeRange): AgeStanding {
  if (!hasAgeLimit(range)) return 'within'
  if (age === null) return 'unknown'
  return age >= (range.min_age ?? 0) && age <= (range.max_age ?? age) ? 'within' : 'outside'
}

/** 'ages 8 to 12', 'age 8' where it is one, 'ages 8 and up', 'ages 12 and under'. */
export function agesText({ min_age, max_age }: AgeRange): string {
  if (max_age === null) return min_age === null ? 'all ages' : `ages ${min_age} and up`
  if (min_age === null) return `ages ${max_age} and under`
  return min_age === max_age ? `age ${min_age}` : `ages ${min_age} to ${max_age}`
}

/** 'Mia is 7 on the first day. This camp is for ages 8 to 12.' With `is_self` it says 'You are 40'; beside a name '7 years old'. */
export function ageSentence(
  { name, is_self, age }: { readonly name?: string; readonly is_self?: boolean; readonly age: number },
  offer: AgeOffer,
): string {
  const who = is_self ? `You are ${age}` : name === undefined ? `${age} years old` : `${name} is ${age}`
  return `${who} on the first day. This ${offer.noun} is for ${agesText(offer)}.`
}

/** Ages in full years on a day, and the ages that a camp is for. */
import { formatDay } from './timeFormat.ts'

/** The ages that a camp is for, in full years on its first day, both included. */
export interface AgeRange {
  readonly min_age: number
  readonly max_age: number
}

/**
 * Full years on a facility day. Days are the calendar's (`yyyy-MM-dd`), so no zone matters. Somebody born on February 29
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

/** Whether somebody has an age that the camp is for. @param age in full years on its first day; null if unknown. */
export function ageStanding(age: number | null, { min_age, max_age }: AgeRange): AgeStanding {
  if (age === null) return 'unknown'
  return age >= min_age && age <= max_age ? 'within' : 'outside'
}

/** 'ages 8 to 12', or 'age 8' where it is one. */
export const agesText = ({ min_age, max_age }: AgeRange): string =>
  min_age === max_age ? `age ${min_age}` : `ages ${min_age} to ${max_age}`

/** 'Mia is 7 on the first day of this camp, Jun 7, 2027; it is for ages 8 to 12.' With `is_self` it says 'You are'. */
export function ageSentence(
  person: { readonly name: string; readonly is_self?: boolean; readonly age: number },
  camp: AgeRange & { readonly start_date: string },
): string {
  const who = person.is_self ? 'You are' : `${person.name} is`
  const firstDay = formatDay(camp.start_date, 'dated')
  return `${who} ${person.age} on the first day of this camp, ${firstDay}; it is for ${agesText(camp)}.`
}

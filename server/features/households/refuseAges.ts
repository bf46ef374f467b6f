import type { ParticipantRef, RefusedParticipants } from '../../../shared/contract/programs/registrations.ts'
import { type AgeOffer, ageSentence, ageStanding, agesText } from '../../../shared/domain/programs/ages.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { listOfNames } from './names.ts'
import { refOf } from './takingPart.ts'

/**
 * Judges everybody's age on the first day of a camp or class, an account's own too: `age_outside_range` or
 * `birth_date_needed`. Without a limit nothing is checked.
 *
 * @param people with their ages in full years on that day; null without a birth date.
 */
export function refuseAges(
  people: readonly (ParticipantRef & { readonly age: number | null })[],
  offer: AgeOffer,
): Refusal | null {
  const { noun, min_age, max_age, start_date } = offer
  const outside = people.flatMap((person) =>
    person.age !== null && ageStanding(person.age, offer) === 'outside'
      ? [{ ...refOf(person), age: person.age }]
      : [],
  )
  if (outside.length > 0) {
    return refuse(
      'age_outside_range',
      { participants: outside, min_age, max_age, start_date },
      outside.map((person) => ageSentence(person, offer)).join(' '),
    )
  }
  const unknown = people.filter(({ age }) => ageStanding(age, offer) === 'unknown')
  if (unknown.length === 0) return null
  return refuse(
    'birth_date_needed',
    { participants: unknown.map(refOf) } satisfies RefusedParticipants,
    `Please add ${birthDateOf(unknown)}: this ${noun} is for ${agesText(offer)}.`,
  )
}

/** 'your birth date', 'the birth date of Mia and yourself'. */
function birthDateOf(people: readonly ParticipantRef[]): string {
  if (people.every(({ is_self }) => is_self)) return 'your birth date'
  const others = people.flatMap(({ name, is_self }) => (is_self ? [] : [name]))
  return `the birth date of ${listOfNames(others.length < people.length ? [...others, 'yourself'] : others)}`
}

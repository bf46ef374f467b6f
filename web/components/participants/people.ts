import type { Participant } from '../../../shared/contract/accounts/households.ts'
import { fullYears } from '../../../shared/domain/programs/ages.ts'

/** Someone who can take part: of the family, or typed by a person who is not signed in yet. */
export interface Person {
  /** The participant's id; for a typed person an id that this browser made. */
  readonly id: string
  readonly name: string
  /** The customer. */
  readonly isSelf: boolean
  readonly birthDate: string | null
  /** Typed in this browser, and not known to the server yet. */
  readonly typed: boolean
}

/** What is typed to add someone. */
export interface TypedPerson {
  readonly id: string
  readonly name: string
  readonly birthDate: string | null
}

/** The customer before anybody is signed in. */
export const selfId = 'self'
export const visitor: Person = { id: selfId, name: '', isSelf: true, birthDate: null, typed: false }

/** Those of the family who can be chosen, the customer first. */
export const personsOf = (participants: readonly Participant[]): Person[] =>
  participants
    .filter(({ archived_at }) => archived_at === null)
    .map(({ id, name, is_self, birth_date }) => ({
      id,
      name,
      isSelf: is_self,
      birthDate: birth_date,
      typed: false,
    }))
    .toSorted((a, b) => Number(b.isSelf) - Number(a.isSelf))

/** As a list shows someone: 'You', or the name. */
export const shownName = ({ isSelf, name }: Pick<Person, 'isSelf' | 'name'>): string =>
  isSelf ? 'You' : name

/** The first letters of the first and the last word: 'MP'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : '']
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** The age in full years on a day; null where it is not known. */
export const ageOn = ({ birthDate }: Pick<Person, 'birthDate'>, day: string): number | null =>
  birthDate === null ? null : fullYears(birthDate, day)

/**
 * The family with those who were typed before signing in. Someone of the same name, and not of another birth date, is the
 * same person.
 *
 * @returns the people, and the ids of the family for typed ones that are in it.
 */
export function mergeTyped(
  family: readonly Person[],
  typed: readonly TypedPerson[],
): { people: Person[]; known: ReadonlyMap<string, string> } {
  const known = new Map<string, string>()
  const fresh: Person[] = []
  for (const { id, name, birthDate } of typed) {
    const same = family.find(
      (person) =>
        folded(person.name) === folded(name) &&
        (person.birthDate === null || birthDate === null || person.birthDate === birthDate),
    )
    if (same) known.set(id, same.id)
    else fresh.push({ id, name, isSelf: false, birthDate, typed: true })
  }
  return { people: [...family, ...fresh], known }
}

const folded = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** 'You, Mia Parker and Leo Parker'. */
export const namesOf = (people: readonly Pick<Person, 'isSelf' | 'name'>[]): string =>
  new Intl.ListFormat('en-US').format(people.map(shownName)).replace(/, and /, ' and ')

/** 'Robin Batter and Mia Parker': everybody by name, as a confirmation and the payment sheet name them. */
export const fullNames = (people: readonly Pick<Person, 'name'>[]): string =>
  namesOf(people.map(({ name }) => ({ name, isSelf: false })))

/** 'You are', 'Mia Parker is', 'Mia Parker and Leo Parker are'. */
export const namesWithVerb = (people: readonly Pick<Person, 'isSelf' | 'name'>[]): string =>
  `${namesOf(people)} ${people.length > 1 || people[0]?.isSelf ? 'are' : 'is'}`

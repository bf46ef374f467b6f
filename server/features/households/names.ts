import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** 'Mia', 'Mia and Leo', 'Mia, Leo, and Max'. */
export const listOfNames = (names: readonly string[]): string => list.format(names)

type Named = Pick<ParticipantRef, 'name' | 'is_self'>

/** People at the start of a sentence that the customer reads: 'Mia', 'You and Mia'. */
export const namesOf = (people: readonly Named[]): string =>
  listOfNames(people.map(({ name, is_self }) => (is_self ? 'You' : name)))

/** The verb that follows them. */
export const areVerb = (people: readonly Named[]): 'is' | 'are' =>
  people.length === 1 && people[0]?.is_self === false ? 'is' : 'are'

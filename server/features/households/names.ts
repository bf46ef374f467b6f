import type { ParticipantRef } from '../../../shared/contract/registrations.ts'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

type Named = Pick<ParticipantRef, 'name' | 'is_self'>

/** People in a sentence that the customer reads: 'Mia', 'You and Mia', 'Mia, Leo, and Max'. */
export const namesOf = (people: readonly Named[]): string =>
  list.format(people.map(({ name, is_self }) => (is_self ? 'You' : name)))

/** The verb that follows them. */
export const areVerb = (people: readonly Named[]): 'is' | 'are' =>
  people.length === 1 && people[0]?.is_self === false ? 'is' : 'are'

import type { Db } from '../../db/database.ts'
import { listOfNames } from './names.ts'
import { type Told, type ToldPerson, whoIsTold } from './told.ts'

/** Something of one event, and who takes part in it; null where the participant is deleted. */
export interface PartOfEvent {
  readonly participant: { readonly id: string } | null
}

/** Someone who gets one message about all parts of an event that they may know of. */
export interface ToldTogether<Part extends PartOfEvent> extends ToldPerson {
  readonly parts: readonly Part[]
  /** Who takes part in one of the parts, as this reader reads it: empty for the reader. */
  nameIn(part: Part): string
}

/**
 * Who is told of an event with several participants, as `whoIsTold` decides for each: every reader once, with the parts
 * that concern them. `participantName` has all names, e.g. 'you and Mia'; it is empty where only the reader takes part.
 */
export async function whoIsToldTogether<Part extends PartOfEvent>(
  db: Db,
  parts: readonly Part[],
  event: Omit<Parameters<typeof whoIsTold>[1], 'participantId'>,
): Promise<ToldTogether<Part>[]> {
  const readers = new Map<string, { person: ToldPerson; names: Map<Part, string> }>()
  const ids = [...new Set(parts.map(({ participant }) => participant?.id ?? null))]
  for (const participantId of ids) {
    const told: Told = await whoIsTold(db, { ...event, participantId })
    const concerned = parts.filter(({ participant }) => (participant?.id ?? null) === participantId)
    for (const person of told.people) {
      const key = person.email.toLowerCase()
      const reader = readers.get(key) ?? { person, names: new Map<Part, string>() }
      for (const part of concerned) reader.names.set(part, person.participantName)
      readers.set(key, reader)
    }
  }
  return [...readers.values()].map(({ person, names }) => ({
    ...person,
    parts: parts.filter((part) => names.has(part)),
    participantName: allNames([...new Set(names.values())]),
    nameIn: (part) => names.get(part) ?? '',
  }))
}

/** Two children of the same name are named once. */
const allNames = (names: readonly string[]): string =>
  names.every((name) => name === '') ? '' : listOfNames(names.map((name) => name || 'you'))

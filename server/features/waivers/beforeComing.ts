import { sql } from 'kysely'
import type { WaiverKind } from '../../../shared/contract/waivers/waivers.ts'
import type { Db } from '../../db/database.ts'
import { listOfNames } from '../households/names.ts'
import { oneOrMore } from './queries.ts'

/** Who comes, as the reader of a mail reads it: the reader has no name. Without a record nothing is asked. */
interface Coming {
  readonly id: string | null
  readonly name: string
}

/**
 * What these people have yet to sign, and what is still to be said of the children among them, as the ticket asks for it. Of a cage
 * only signatures are asked.
 *
 * @returns the line of a mail for those of them who concern its reader; empty where nothing is missing.
 */
export async function readBeforeComing(
  db: Db,
  kind: WaiverKind,
  participantIds: readonly (string | null)[],
  now: Date,
): Promise<(coming: readonly Coming[], reader: { readonly userId: string | null }) => string> {
  const ids = participantIds.filter((id) => id !== null)
  if (ids.length === 0) return () => ''
  const { rows } = await sql<{ id: string; says: boolean; titles: string[] }>`
    select person.id, ${kind === 'cages' ? sql`false` : sql`coalesce(missing_care(person.id), '{}') <> '{}'`} as says,
      array(select title from waivers_missing(array[person.id], ${kind}, ${now.toISOString()}::timestamptz)) as titles
    from unnest(${oneOrMore(ids)}) as person(id)`.execute(db)
  const missing = new Map(rows.map(({ id, ...of }) => [id, of]))
  return (coming, { userId }) => {
    const of = (isMeant: (missing: { says: boolean; titles: string[] }) => boolean) => [
      ...new Set(
        coming.flatMap(({ id, name }) => {
          const found = missing.get(id ?? '')
          return found && isMeant(found) ? [name] : []
        }),
      ),
    ]
    const asks = [...new Set(rows.flatMap(({ titles }) => titles))].map((title) => ({
      ask: `sign ${title}`,
      names: of(({ titles }) => titles.includes(title)),
    }))
    const care = { ask: 'tell us an emergency contact and allergies', names: of(({ says }) => says) }
    const asked = Map.groupBy(
      [...asks, care].filter(({ names }) => names.length > 0),
      ({ names }) => forNames(names),
    )
    if (asked.size === 0) return ''
    const where = userId === null ? 'at the front desk' : 'on your ticket'
    const lines = [...asked].map(([names, each]) => `${listOfNames(each.map(({ ask }) => ask))}${names}`)
    return `Before you come, please ${listOfNames(lines)}. You can do that ${where}.`
  }
}

/** ' for you and Mia'; empty where only the reader comes. */
const forNames = (names: readonly string[]): string =>
  names.every((name) => name === '') ? '' : ` for ${listOfNames(names.map((name) => name || 'you'))}`

import { sql } from 'kysely'
import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import type { ChangedWaivers } from '../../../shared/contract/waivers/waivers.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { readMissing, readTexts } from './queries.ts'
import { signatureHash } from './signatureHash.ts'

/** Who signs, how, and from where. */
export interface Signing {
  readonly waivers: readonly { readonly id: string; readonly version: number }[]
  readonly name: string
  readonly drawing: string | null
  /** Of the account that signs; null where staff handed it over. */
  readonly signedBy: string | null
  readonly relationTo: (person: ParticipantRef) => 'self' | 'guardian'
  readonly addressClass: string
  readonly device: string
  readonly now: Date
}

export interface Signed {
  readonly ids: readonly string[]
  readonly already: number
}

/**
 * Signs waivers for people, all or none. A person who has a signature that still counts keeps it: of two parents who sign at
 * once the second changes nothing.
 *
 * @returns `waiver_not_found`, `waiver_changed` with the texts in force, `waiver_adult_needed`.
 */
export async function signFor(
  tx: Tx,
  people: readonly ParticipantRef[],
  signing: Signing,
): Promise<Signed | Refusal> {
  const ids = people.map(({ id }) => id)
  // The people first, then the texts: who signs at once waits here, and nobody publishes between reading and signing. Not
  // `for update`: both hold a key share of the people already, and would wait for each other until PostgreSQL ends one.
  const locked = await tx
    .selectFrom('participants')
    .select([
      'id',
      sql<boolean>`coalesce(full_years(birth_date, facility_day(${signing.now.toISOString()}::timestamptz)) < 18, false)`.as(
        'is_minor',
      ),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const minors = people.filter(
    (person) =>
      signing.relationTo(person) === 'self' &&
      locked.some(({ id, is_minor }) => id === person.id && is_minor),
  )
  if (minors.length > 0) return refuse('waiver_adult_needed', { participants: minors })
  const texts = await lockTexts(
    tx,
    signing.waivers.map(({ id }) => id),
  )
  if (texts.length < signing.waivers.length) return refuse('waiver_not_found')
  const isChanged = texts.some(
    ({ id, version }) => signing.waivers.find((seen) => seen.id === id)?.version !== version,
  )
  if (isChanged) {
    const changed = (await readTexts(tx)).filter(({ id }) => signing.waivers.some((seen) => seen.id === id))
    return refuse('waiver_changed', { waivers: changed } satisfies ChangedWaivers)
  }
  const missing = await readMissing(tx, ids, null, signing.now)
  const rows = texts.flatMap((text) =>
    people
      .filter((person) =>
        missing.some((row) => row.waiver_id === text.id && row.participant_id === person.id),
      )
      .map((person) => rowOf(text, person, signing)),
  )
  if (rows.length === 0) return { ids: [], already: texts.length * people.length }
  const made = await tx.insertInto('waiver_signatures').values(rows).returning('id').execute()
  return { ids: made.map(({ id }) => id), already: texts.length * people.length - rows.length }
}

/** Locked by a query of its own: of a join, a row that was locked late would keep the text of the version before. */
async function lockTexts(tx: Tx, ids: readonly string[]) {
  await tx.selectFrom('waivers').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
  return tx
    .selectFrom('waivers')
    .innerJoin('waiver_versions as text', (join) =>
      join.onRef('text.waiver_id', '=', 'waivers.id').onRef('text.version', '=', 'waivers.version'),
    )
    .select(['waivers.id', 'text.title', 'text.version', 'body'])
    .where('waivers.id', 'in', ids)
    .where('is_active', '=', true)
    .orderBy('waivers.id')
    .execute()
}

type Text = Awaited<ReturnType<typeof lockTexts>>[number]

function rowOf({ id, ...text }: Text, person: ParticipantRef, signing: Signing) {
  const { name, drawing, now } = signing
  const facts = {
    participant_name: person.name,
    signer_name: name,
    relation: signing.relationTo(person),
    how: drawing === null ? ('typed' as const) : ('drawn' as const),
    drawing,
    signed_at: now,
  }
  return {
    ...facts,
    waiver_id: id,
    version: text.version,
    participant_id: person.id,
    signed_by: signing.signedBy,
    hash: signatureHash({ ...text, ...facts }),
    address_class: signing.addressClass,
    device: signing.device.slice(0, 60),
  }
}

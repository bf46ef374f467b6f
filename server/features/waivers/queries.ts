import { sql } from 'kysely'
import type {
  UnsignedWaiver,
  WaiverBinding,
  WaiverKind,
  WaiverSignature,
  WaiverText,
} from '../../../shared/contract/waivers/waivers.ts'
import { readPlainText } from '../../../shared/domain/facility/plainText.ts'
import type { Db } from '../../db/database.ts'

/** A waiver that someone has yet to sign. */
export interface MissingWaiver extends UnsignedWaiver {
  readonly binds: WaiverBinding
  readonly participant_id: string
}

/** The array of these ids. PostgreSQL keeps the plan of a single one; with an array as parameter it plans each time. */
export const oneOrMore = (ids: readonly string[]) =>
  ids.length === 1 ? sql<string[]>`array[${ids[0]}::uuid]` : sql<string[]>`${ids}::uuid[]`

/** Which active waivers these people have yet to sign, of one kind of session, or of any where that is null. */
export async function readMissing(
  db: Db,
  participantIds: readonly string[],
  kind: WaiverKind | null,
  now: Date,
): Promise<MissingWaiver[]> {
  // The kind stands in the statement, one for each: as a parameter it would be planned for each time, too.
  const { rows } = await sql<MissingWaiver>`
    select waiver_id, title, why, binds, participant_id
    from waivers_missing(${oneOrMore(participantIds)}, ${sql.lit(kind)}, ${now.toISOString()}::timestamptz)`.execute(
    db,
  )
  return rows
}

/** Who of these people has which kinds of sessions ahead: neither canceled nor over. */
export async function readAhead(
  db: Db,
  participantIds: readonly string[],
  now: Date,
): Promise<{ participant_id: string; kind: WaiverKind }[]> {
  const [people, at] = [sql`${participantIds}::uuid[]`, sql`${now.toISOString()}::timestamptz`]
  const { rows } = await sql<{ participant_id: string; kind: WaiverKind }>`
    select distinct participant_id, case kind when 'lesson' then 'lessons' when 'class' then 'classes' else 'cages' end as kind
    from booking_entries
    where participant_id = any (${people}) and status <> 'canceled' and ends_at > ${at}
    union
    select participant_id, 'camps' from camp_registrations seat join camps on camps.id = seat.camp_id
    where participant_id = any (${people}) and seat.status <> 'canceled' and camps.end_date >= facility_day(${at})`.execute(
    db,
  )
  return rows
}

/** What someone has yet to sign for a kind of session, for a column of a list.
 *
 * @param participant a column with the participant's id.
 */
export const unsignedOf = (participant: string, kind: WaiverKind, now: Date) =>
  sql<UnsignedWaiver[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('waiver_id', waiver_id, 'title', title, 'why', why)), '[]')
    from waivers_missing(array[${sql.ref(participant)}], ${kind}, ${now.toISOString()}::timestamptz)
    where participant_id is not null
  )`

/**
 * Whether someone has yet to sign what is required at check-in, for a condition.
 *
 * @param participant a column with the participant's id.
 */
export const isKeptOut = (participant: string, kind: WaiverKind, now: Date) =>
  sql<boolean>`exists (
    select from waivers_missing(array[${sql.ref(participant)}], ${kind}, ${now.toISOString()}::timestamptz)
    where participant_id is not null and binds = 'check-in-required'
  )`

/** The waivers in force with their texts, in the order in which they were made. */
export async function readTexts(db: Db): Promise<WaiverText[]> {
  const rows = await db
    .selectFrom('waivers')
    .innerJoin('waiver_versions as text', (join) =>
      join.onRef('text.waiver_id', '=', 'waivers.id').onRef('text.version', '=', 'waivers.version'),
    )
    .select(['waivers.id', 'waivers.title', 'waivers.version', 'required_for', 'binds', 'body'])
    .where('is_active', '=', true)
    .where(sql<boolean>`cardinality(required_for) > 0`)
    .orderBy('waivers.created_at')
    .orderBy('waivers.id')
    .execute()
  return rows.map(({ body, ...waiver }) => ({ ...waiver, sections: readPlainText(body) }))
}

/** Signatures for these people, the newest first. */
export async function readSignatures(
  db: Db,
  participantIds: readonly string[],
  now: Date,
): Promise<WaiverSignature[]> {
  if (participantIds.length === 0) return []
  const rows = await db
    .selectFrom('waiver_signatures as signature')
    .innerJoin('waivers', 'waivers.id', 'signature.waiver_id')
    .innerJoin('waiver_versions as text', (join) =>
      join
        .onRef('text.waiver_id', '=', 'signature.waiver_id')
        .onRef('text.version', '=', 'signature.version'),
    )
    .select(['signature.id', 'signature.waiver_id', 'text.title', 'signature.version'])
    .select(['participant_name as participant', 'participant_id', 'signer_name', 'relation', 'how'])
    .select(['signed_at', 'hash'])
    .select(
      sql<boolean>`waivers.is_active
        and waiver_signature_holds(signature, waivers, ${now.toISOString()}::timestamptz)`.as('holds'),
    )
    .where('participant_id', 'in', participantIds)
    .orderBy('signed_at', 'desc')
    .orderBy('signature.id')
    .limit(1_000)
    .execute()
  return rows.map((row) => ({ ...row, signed_at: row.signed_at.toISOString() }))
}

import { sql } from 'kysely'
import type { Participant } from '../../../shared/contract/accounts/households.ts'
import type { KeptCare, ParticipantCare } from '../../../shared/contract/accounts/participantCare.ts'
import type { Db, Tx } from '../../db/database.ts'
import { task } from '../../jobs/tasks.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { adultsOf, firstNames, tellAdults } from './adults.ts'
import { participantsOf } from './ownRows.ts'

/*
 * A participant's medical note, emergency contacts and pick-up adults. No other module reads them, and they belong in no
 * list, log, mail or cache. The roster of a camp or class session has them, by `readCareOf` (docs/privacy.md).
 */

const NOTHING: ParticipantCare = {
  medical_note: null,
  nothing_to_note: false,
  emergency_contacts: [],
  pickup_adults: [],
}

/** What is kept of a participant of this adult's household; `participant_not_found` for any other. */
export async function findCare(
  db: Db,
  participantId: string,
  adult: { readonly id: string },
): Promise<KeptCare | Refusal> {
  const row = await db
    .selectFrom('participants')
    .leftJoin('participant_care as care', 'care.participant_id', 'participants.id')
    .select(['medical_note', 'nothing_to_note', 'emergency_contacts', 'pickup_adults', 'care.updated_at'])
    .select((eb) => eb.selectFrom('facility').select('care_retention_days').as('kept_days'))
    .where('participants.id', '=', participantId)
    .where(sql<boolean>`participants.id in (${participantsOf(adult)})`)
    .executeTakeFirst()
  if (!row) return refuse('participant_not_found')
  return { ...careOf(row), updated_at: row.updated_at?.toISOString() ?? null, kept_days: row.kept_days ?? 0 }
}

/**
 * Replaces what is kept, for an adult of the household; nothing is kept where all of it is empty. The other adults are told that
 * the medical note is another one, without what it says.
 */
export async function replaceCare(
  tx: Tx,
  participantId: string,
  adult: { readonly id: string; readonly full_name: string },
  { photo_consent, ...care }: ParticipantCare & { photo_consent?: Participant['photo_consent'] | undefined },
  siteUrl: string,
): Promise<Refusal | null> {
  // Locked, so that an adult who is removed at the same time either is one or is not.
  const link = await tx
    .selectFrom('participant_adults')
    .select('user_id')
    .where('participant_id', '=', participantId)
    .where('user_id', '=', adult.id)
    .forShare()
    .executeTakeFirst()
  if (!link) return refuse('participant_not_found')
  await tellOfNote(tx, participantId, adult, care.medical_note, siteUrl)
  if (photo_consent)
    await tx.updateTable('participants').set({ photo_consent }).where('id', '=', participantId).execute()
  const { medical_note, nothing_to_note } = care
  const people = care.emergency_contacts.length + care.pickup_adults.length
  if (!medical_note && !nothing_to_note && people === 0) {
    await tx.deleteFrom('participant_care').where('participant_id', '=', participantId).execute()
    return null
  }
  const kept = {
    medical_note: medical_note || null,
    nothing_to_note,
    emergency_contacts: JSON.stringify(care.emergency_contacts),
    pickup_adults: JSON.stringify(care.pickup_adults),
  }
  await tx
    .insertInto('participant_care')
    .values({ participant_id: participantId, ...kept })
    // The time of the change is said even if the values are the same: it is confirmed, and kept as long again.
    .onConflict((conflict) =>
      conflict.column('participant_id').doUpdateSet({ ...kept, updated_at: sql`now()` }),
    )
    .execute()
  return null
}

async function tellOfNote(
  tx: Tx,
  participantId: string,
  adult: { readonly id: string; readonly full_name: string },
  note: string | null,
  siteUrl: string,
): Promise<void> {
  const { name, medical_note } = await tx
    .selectFrom('participants')
    .leftJoin('participant_care as care', 'care.participant_id', 'participants.id')
    .select(['name', 'medical_note'])
    .where('participants.id', '=', participantId)
    // Of two who change it at once, the second tells of what the first one wrote.
    .forUpdate('participants')
    .executeTakeFirstOrThrow()
  if ((medical_note || null) === (note || null)) return
  const others = (await adultsOf(tx, [participantId])).filter(({ user_id }) => user_id !== adult.id)
  const told = { adult_name: adult.full_name, people: firstNames([name]), siteUrl }
  await tellAdults(tx, 'family-note-changed', others, told)
}

/** A member of staff who asks for care data. */
export interface CareReader {
  readonly id: string
  readonly role: 'coach' | 'desk' | 'admin'
}

/**
 * Reads care data for staff and writes the reading to the audit log in the same transaction. A coach may read it on the
 * facility day of a session with the participant; on other days, and for others' sessions, the participant is unknown. So
 * is a stranger whom the coach has booked, until the lesson begins.
 */
export async function readCare(
  tx: Tx,
  participantId: string,
  reader: CareReader,
  now: Date,
): Promise<(ParticipantCare & { name: string }) | Refusal> {
  const row = await tx
    .selectFrom('participants')
    .leftJoin('participant_care as care', 'care.participant_id', 'participants.id')
    .select(['name', 'medical_note', 'nothing_to_note', 'emergency_contacts', 'pickup_adults'])
    .where('participants.id', '=', participantId)
    .where(
      reader.role === 'coach'
        ? sql<boolean>`coach_has_participant(${reader.id}, participants.id, ${now.toISOString()}::timestamptz)`
        : sql<boolean>`true`,
    )
    .executeTakeFirst()
  if (!row) return refuse('participant_not_found')
  await sql`select log_reading('participant_care', ${participantId})`.execute(tx)
  return { name: row.name, ...careOf(row) }
}

/**
 * Reads care data of many participants for the desk and admins, and writes each reading to the audit log in the same
 * transaction, of those too of whom nothing is kept.
 */
export async function readCareOf(
  tx: Tx,
  participantIds: readonly string[],
): Promise<ReadonlyMap<string, ParticipantCare>> {
  if (participantIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('participants')
    .leftJoin('participant_care as care', 'care.participant_id', 'participants.id')
    .select(['participants.id', 'medical_note', 'nothing_to_note', 'emergency_contacts', 'pickup_adults'])
    .where('participants.id', 'in', participantIds)
    .execute()
  await sql`
    select log_reading('participant_care', id) from unnest(${rows.map(({ id }) => id)}::text[]) id`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, careOf(row)]))
}

/**
 * Deletes care data when the set number of days has passed since the participant's last session, and since it was last
 * changed: what a parent enters before the first booking stays. Someone with a session to come keeps it.
 */
export const deleteOldCare = task('delete-old-care-data', '41 9 * * *', (tx, now) =>
  sql`
    delete from participant_care
    where updated_at < ${now.toISOString()}::timestamptz
        - make_interval(days => (select care_retention_days from facility))
      and coalesce(participant_last_day(participant_id), '-infinity')
        < facility_day(${now.toISOString()}::timestamptz) - (select care_retention_days from facility)`.execute(
    tx,
  ),
)

const careOf = (row: { [Key in keyof ParticipantCare]: ParticipantCare[Key] | null }): ParticipantCare => ({
  medical_note: row.medical_note,
  nothing_to_note: row.nothing_to_note ?? NOTHING.nothing_to_note,
  emergency_contacts: row.emergency_contacts ?? NOTHING.emergency_contacts,
  pickup_adults: row.pickup_adults ?? NOTHING.pickup_adults,
})

/** Whether something is kept of both: two notes are not made one without a parent. */
export async function hasCareOfBoth(db: Db, one: string, other: string): Promise<boolean> {
  const rows = await db
    .selectFrom('participant_care')
    .select('participant_id')
    .where('participant_id', 'in', [one, other])
    .execute()
  return rows.length === 2
}

import { sql } from 'kysely'
import type { Participant } from '../../../shared/contract/accounts/households.ts'
import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { namesOf } from './names.ts'
import { refOf } from './takingPart.ts'

/** What is still to be said of a child, without what was said; it may stand in lists.
 *
 * @param participant a column with the participant's id.
 */
export const missingCareOf = (participant: string) =>
  sql<Participant['missing_care']>`coalesce(missing_care(${sql.ref(participant)}), '{}')`

/**
 * `care_needed`, naming the children of whom something is missing, where the facility asks for it before they are registered.
 * Only for customers: staff register someone whose parents are not there.
 */
export async function refuseMissingCare(tx: Tx, people: readonly ParticipantRef[]): Promise<Refusal | null> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${people.map(({ id }) => id)}::uuid[]) id
    where (select care_required from facility) and missing_care(id) <> '{}'`.execute(tx)
  const missing = people.filter(({ id }) => rows.some((row) => row.id === id))
  if (missing.length === 0) return null
  return refuse(
    'care_needed',
    { participants: missing.map(refOf) },
    `Please tell us first whom we call in an emergency, and of allergies: ${namesOf(missing)}.`,
  )
}

import { sql } from 'kysely'
import type { ParticipantRef, RefusedParticipants } from '../../../shared/contract/programs/registrations.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { areVerb, namesOf } from './names.ts'

/**
 * The people whom a customer has chosen, in the order of the request. The customer stays an adult of each until the
 * transaction ends. Participants are locked before their adults, as where an adult leaves or someone is deleted: otherwise
 * the two would end in a deadlock.
 *
 * @param ids null for only the customer.
 * @returns `participant_not_found` for an id that is unknown or of another household, `participant_archived`.
 */
export async function readTakingPart(
  tx: Tx,
  customer: { readonly id: string },
  ids: readonly string[] | null,
): Promise<ParticipantRef[] | Refusal> {
  const wanted = ids?.map((id) => id.toLowerCase()) ?? null
  const { rows } = await sql<ParticipantRef & { archived: boolean }>`
    select participant.id, participant.name, participant.user_id is not distinct from adult.user_id as is_self,
      participant.archived_at is not null as archived
    from participant_adults adult join participants participant on participant.id = adult.participant_id
    where adult.user_id = ${customer.id} and ${
      wanted === null
        ? sql`participant.user_id = adult.user_id`
        : sql`participant.id = any(${wanted}::uuid[])`
    }
    order by participant.id
    for key share of participant, adult`.execute(tx)
  if (wanted !== null && rows.length < wanted.length) return refuse('participant_not_found')
  const people = wanted ? rows.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : rows
  const archived = people.filter((row) => row.archived)
  if (archived.length > 0) {
    return refuse(
      'participant_archived',
      { participants: archived.map(refOf) } satisfies RefusedParticipants,
      `${namesOf(archived)} ${areVerb(archived)} archived. Please restore them in the Family section of the profile first.`,
    )
  }
  return people.map(refOf)
}

/** Someone as answers show them. */
export const refOf = ({ id, name, is_self }: ParticipantRef): ParticipantRef => ({ id, name, is_self })

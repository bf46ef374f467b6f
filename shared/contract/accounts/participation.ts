/** Who takes part in what is booked, as requests name them and lists show them (decision record 030). */

import { z } from 'zod'
import { id } from '../fields.ts'

/** Someone who takes part: a child or another person of the household. */
export const participantName = z.object({ id, name: z.string() })
export type ParticipantName = z.infer<typeof participantName>

/** In requests: who takes part, of the household of the account that books. */
export const participantId = id.nullish().meta({
  description: "Who takes part, of the customer's household. Without it the customer.",
})

/** In the answers to staff. */
export const participant_name = z.string().nullable().meta({
  description: 'Who takes part, where that is not the customer.',
})

/** In the answers to a customer: who takes part, and who booked it. */
export const participation = {
  participant: participantName.nullable().meta({ description: 'Who takes part; null: the caller.' }),
  booked_by: z
    .string()
    .nullable()
    .meta({ description: 'The name of the other adult who booked it; null: the caller, or no account.' }),
}

/** The two as a type. */
export interface Participation {
  readonly participant: ParticipantName | null
  readonly booked_by: string | null
}

/** Refusals of a participant that is named in a request. */
export const participantErrors = ['participant_not_found', 'participant_archived'] as const

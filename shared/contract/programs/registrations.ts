/** Who takes part in a camp or class, in requests and answers (decision record 030). */

import { z } from 'zod'
import { dollars, id, instant } from '../fields.ts'

/** The most people whom one request registers, and the most unpaid seats of one customer in one camp. */
export const mostParticipants = 8

/** The people of a household who get a seat each, in the order in which they get one. */
export const participantIds = z
  .array(id)
  .min(1, 'Choose who is coming.')
  .max(mostParticipants)
  .refine((ids) => new Set(ids).size === ids.length, 'The same person is chosen twice.')

/** Someone who takes part, as an adult of their household sees them. */
export const participantRef = z.object({
  id,
  name: z.string(),
  is_self: z.boolean().meta({ description: 'Whether it is the caller.' }),
})
export type ParticipantRef = z.infer<typeof participantRef>

/** A seat of someone in the caller's household: a registration that is not canceled, or one held by a checkout. */
export const householdSeat = z.object({
  registration_id: id.nullable().meta({ description: 'Null for a held seat.' }),
  registration_type: z.enum(['user', 'guest']).meta({
    description: "'guest': entered without an account; it cannot be paid online.",
  }),
  participant: participantRef,
  status: z.enum(['registered', 'paid', 'held']).meta({
    description: "'registered' is to be paid on arrival; 'held' by a checkout that is not finished.",
  }),
  total_cost: dollars.meta({ description: 'The price when registering; what a late payment pays.' }),
  created_at: instant,
  receipt_url: z
    .string()
    .nullable()
    .meta({ description: 'Of a card payment; only for the caller who paid.' }),
  payer: z
    .object({ name: z.string(), is_self: z.boolean().meta({ description: 'Whether it is the caller.' }) })
    .nullable()
    .meta({
      description:
        'Who registered and pays. Null where the facility entered it, and once the account is deleted.',
    }),
})

/** `details` of refusals that are about some of the people. */
export const refusedParticipants = z.object({ participants: z.array(participantRef) })
export type RefusedParticipants = z.infer<typeof refusedParticipants>

/** `details` of `camp_full` and `class_session_full`: how many of those who asked would fit. */
export const seatsShort = z.object({
  spots_left: z.number().int(),
  asked: z.number().int().meta({ description: 'How many seats were asked for.' }),
})
export type SeatsShort = z.infer<typeof seatsShort>

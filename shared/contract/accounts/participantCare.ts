import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { manyLines, oneLineOrNone, personName } from '../text.ts'
import { photoConsent } from './households.ts'

const phone = oneLineOrNone(40).regex(/(?:\D*\d){7}/u, 'Enter a phone number with at least 7 digits.')

export const emergencyContact = z.object({
  name: personName(120),
  phone,
  relation: oneLineOrNone(60).default('').meta({ description: "e.g. 'Grandmother'" }),
})
export type EmergencyContact = z.output<typeof emergencyContact>

export const pickupAdult = z.object({
  name: personName(120),
  phone: phone.nullable().default(null),
})
export type PickupAdult = z.output<typeof pickupAdult>

/** What a coach or the desk must know of a participant in an emergency. */
export const participantCare = z.object({
  medical_note: manyLines(1000).nullable(),
  nothing_to_note: z.boolean().default(false).meta({
    description: 'There is nothing to note, as an adult has said; false where nobody was asked.',
  }),
  emergency_contacts: z.array(emergencyContact).max(4),
  pickup_adults: z.array(pickupAdult).max(6).meta({
    description: 'Who may pick the participant up, besides the adults of the household.',
  }),
})
export type ParticipantCare = z.output<typeof participantCare>

const keptCare = participantCare.extend({
  updated_at: instant.nullable().meta({ description: 'Null where nothing is kept.' }),
  kept_days: z.number().int().meta({
    description:
      'Days after the last session, and after the last change, after which it is deleted: a setting.',
  }),
})
export type KeptCare = z.output<typeof keptCare>

const ofParticipant = z.object({ id })

export const getParticipantCare = route({
  operationId: 'get-participant-care',
  call: 'GET /api/participants/:id/care',
  access: 'signed-in',
  summary:
    "The medical note, emergency contacts and pick-up adults of a participant of the caller's household",
  params: ofParticipant,
  answer: keptCare,
  errors: ['participant_not_found'],
})

export const updateParticipantCare = route({
  operationId: 'update-participant-care',
  call: 'PUT /api/participants/:id/care',
  access: 'signed-in',
  summary:
    "Replaces them; with all of them empty and unsaid nothing is kept. For a participant of the caller's household",
  params: ofParticipant,
  body: participantCare
    .extend({ photo_consent: photoConsent.optional() })
    .refine(({ medical_note, nothing_to_note }) => !medical_note || !nothing_to_note, {
      path: ['nothing_to_note'],
      message: 'There is a note.',
    }),
  status: 204,
  answer: z.null(),
  errors: ['participant_not_found'],
})

export const readParticipantCare = route({
  operationId: 'read-participant-care',
  call: 'GET /api/staff/participants/:id/care',
  access: 'staff',
  summary:
    "The same for the desk and admins, and for the coach of one of the participant's sessions today; each reading is in the audit log",
  params: ofParticipant,
  answer: participantCare.extend({ name: z.string() }),
  errors: ['participant_not_found'],
})

import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddress, personName } from '../text.ts'

/** How many people, besides oneself and without the archived ones, one adult can look after. */
export const MOST_PARTICIPANTS = 20
/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7
/** How many invitations of one adult can wait for an answer. */
export const MOST_INVITATIONS = 10
/** From this age on an account can accept an invitation. */
export const ADULT_AGE = 18

export const position = z.enum(['P', 'C', '1B', '2B', '3B', 'SS', 'LF', 'CF', 'RF', 'DH', 'UT'])
export type Position = z.infer<typeof position>

const bats = z.enum(['left', 'right', 'switch'])
const throws = z.enum(['left', 'right'])
export const photoConsent = z
  .enum(['yes', 'no', 'unasked'])
  .meta({ description: 'Whether photos of the person may be published.' })

/** What nobody has said yet of a child who takes part: without what was said, which is for emergencies only. */
export const missingCare = z
  .array(z.enum(['emergency_contact', 'allergies']))
  .meta({ description: 'What is still to be said of a child before they come; empty for adults.' })

/** On the rosters of staff: without what the note says, whose reading is in the audit log. */
export const hasNote = z.boolean().meta({ description: 'Whether there is a medical note to ask for.' })

export const participantAdult = z.object({
  user_id: id,
  full_name: z.string(),
  is_me: z.boolean(),
  is_told: z.boolean().meta({ description: 'Gets messages about what the other adults book and change.' }),
  can_be_removed: z.boolean().meta({ description: 'By the caller; where `is_me`: whether they can leave.' }),
})
export type ParticipantAdult = z.infer<typeof participantAdult>

export const participant = z.object({
  id,
  name: z.string(),
  is_self: z.boolean().meta({ description: "The caller; the name is the profile's." }),
  birth_date: day.nullable(),
  positions: z.array(position),
  bats: bats.nullable(),
  throws: throws.nullable(),
  photo_consent: photoConsent,
  missing_care: missingCare,
  care_said_at: instant.nullable().meta({
    description: 'When an adult last said, or confirmed, what is to be known in an emergency.',
  }),
  archived_at: instant.nullable().meta({ description: 'Not offered any more; what was booked stays.' }),
  adults: z.array(participantAdult).meta({ description: 'In the order in which they joined.' }),
})
export type Participant = z.infer<typeof participant>

export const listParticipants = route({
  operationId: 'list-participants',
  call: 'GET /api/me/participants',
  access: 'signed-in',
  summary: 'The caller and the people whom the caller looks after, archived ones too; the caller first',
  answer: z.array(participant),
})

export const details = z.object({
  name: personName(200),
  birth_date: day.nullable(),
  positions: z
    .array(position)
    .max(position.options.length)
    .transform((positions) => [...new Set(positions)]),
  bats: bats.nullable(),
  throws: throws.nullable(),
  photo_consent: photoConsent,
})

export const newParticipant = details
  .partial()
  .required({ name: true })
  .extend({
    shared_with: z.array(id).max(MOST_PARTICIPANTS).optional().meta({
      description:
        'Adults with whom the caller already shares someone. Without it: those who share all of the caller’s people.',
    }),
    is_another_person: z
      .boolean()
      .default(false)
      .meta({ description: 'The answer to `participant_exists` where its details allow it.' }),
  })
export type NewParticipant = z.output<typeof newParticipant>

/** The details of `participant_exists`. */
export interface ExistingParticipant {
  readonly participant_id: string
  readonly name: string
  readonly birth_date: string | null
  readonly archived: boolean
  /** False where the birth date is the same too: `is_another_person` does not help. */
  readonly can_be_another: boolean
}

export const createParticipant = route({
  operationId: 'create-participant',
  call: 'POST /api/me/participants',
  access: 'signed-in',
  summary: 'Add someone whom the caller looks after',
  body: newParticipant,
  status: 201,
  answer: participant,
  errors: [
    'participant_exists',
    'participants_limit',
    'birth_date_in_future',
    'adult_not_found',
    'too_many_requests',
  ],
})

/** Something that is still to come for a participant. */
export const upcomingOfParticipant = z.object({
  kind: z.enum(['cage_booking', 'lesson', 'class_session', 'camp']),
  title: z.string().meta({ description: "e.g. 'Cage 2' or 'Lesson with Casey'" }),
  starts_at: instant.nullable(),
})
export type UpcomingOfParticipant = z.infer<typeof upcomingOfParticipant>

export const participantChange = details.partial().extend({
  archived: z.boolean().optional(),
  upcoming_seen: z
    .boolean()
    .default(false)
    .meta({ description: 'The answer to `participant_has_upcoming`: archive; what is booked stays booked.' }),
})
export type ParticipantChange = z.output<typeof participantChange>

export const updateParticipant = route({
  operationId: 'update-participant',
  call: 'PATCH /api/participants/:id',
  access: 'signed-in',
  summary:
    'Change what is sent, archive or bring back. `participant_has_upcoming` has `details.upcoming`: ask, and send `upcoming_seen`',
  params: z.object({ id }),
  body: participantChange,
  answer: participant,
  errors: [
    'participant_not_found',
    'participant_exists',
    'participants_limit',
    'participant_has_upcoming',
    'birth_date_in_future',
    'account_under_age',
    'account_name_kept',
    'account_not_archived',
  ],
})

export const deleteParticipant = route({
  operationId: 'delete-participant',
  call: 'DELETE /api/participants/:id',
  access: 'signed-in',
  summary:
    'Forget someone for good, as their only adult; what was booked stays without the name. Refused while anything is upcoming',
  params: z.object({ id }),
  status: 204,
  answer: z.null(),
  errors: ['participant_not_found', 'participant_has_upcoming', 'participant_shared', 'account_not_archived'],
})

const ofAdult = z.object({ id, user_id: id })

export const updateParticipantAdult = route({
  operationId: 'update-participant-adult',
  call: 'PATCH /api/participants/:id/adults/:user_id',
  access: 'signed-in',
  summary: 'Choose whether one is told of what the other adults book; for oneself only',
  params: ofAdult,
  body: z.object({ is_told: z.boolean() }),
  answer: participant,
  errors: ['participant_not_found', 'adult_not_found', 'account_not_shared'],
})

export const removeAdult = route({
  operationId: 'remove-adult',
  call: 'DELETE /api/participants/:id/adults/:user_id',
  access: 'signed-in',
  summary: 'Leave, or remove an adult who joined later than the caller; from the next request on',
  params: ofAdult,
  status: 204,
  answer: z.null(),
  errors: [
    'participant_not_found',
    'adult_not_found',
    'account_not_shared',
    'last_adult',
    'adult_not_removable',
  ],
})

const person = z.object({ id, name: z.string() })

export const householdInvitation = z.object({
  id,
  email: z.string(),
  state: z.enum(['open', 'declined', 'expired']),
  participants: z.array(person),
  created_at: instant,
  expires_at: instant,
})
export type HouseholdInvitation = z.infer<typeof householdInvitation>

export const listHouseholdInvitations = route({
  operationId: 'list-household-invitations',
  call: 'GET /api/me/household-invitations',
  access: 'signed-in',
  summary: "The caller's invitations that were not accepted, newest first; expired ones for some days",
  answer: z.array(householdInvitation),
})

export const inviteAdult = route({
  operationId: 'invite-adult',
  call: 'POST /api/me/household-invitations',
  access: 'signed-in',
  summary: `Mail an adult a link that works for ${INVITATION_DAYS} days; an earlier invitation to the address is replaced`,
  body: z.object({
    email: emailAddress,
    participant_ids: z
      .array(id)
      .min(1)
      .max(MOST_PARTICIPANTS)
      .transform((ids) => [...new Set(ids)]),
  }),
  status: 201,
  answer: householdInvitation,
  errors: [
    'participant_not_found',
    'account_not_shared',
    'invitation_to_self',
    'adult_already',
    'invitations_limit',
    'too_many_requests',
  ],
})

export const withdrawHouseholdInvitation = route({
  operationId: 'withdraw-household-invitation',
  call: 'DELETE /api/me/household-invitations/:id',
  access: 'signed-in',
  summary: 'Withdraw an invitation: its link no longer works. Also takes an answered one from the list',
  params: z.object({ id }),
  status: 204,
  answer: z.null(),
  errors: ['invitation_not_found'],
})

/** The secret of a mailed link. */
const linkToken = z.object({ token: z.string().min(1).max(200) })

export const verifyHouseholdInvitation = route({
  operationId: 'verify-household-invitation',
  call: 'POST /api/household-invitations/verify',
  access: 'public',
  summary: 'What the link of an invitation offers; changes nothing',
  body: linkToken,
  answer: z.object({
    state: z.enum(['open', 'accepted', 'declined']),
    invited_by: z.string().meta({ description: 'The name of the adult who invites.' }),
    email: z.string().meta({ description: 'The invited address.' }),
    first_names: z.array(z.string()).meta({ description: 'Of the people to look after.' }),
    expires_at: instant,
    is_mine: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the address is the one of the signed-in caller; null signed out.' }),
  }),
  errors: ['invitation_link_invalid', 'too_many_requests'],
})

export const listReceivedInvitations = route({
  operationId: 'list-received-invitations',
  call: 'GET /api/me/received-invitations',
  access: 'signed-in',
  summary: "Open invitations to the caller's confirmed address, also without their link",
  answer: z.array(
    z.object({ id, invited_by: z.string(), first_names: z.array(z.string()), expires_at: instant }),
  ),
})

/** An invitation by its link, or by its id where the caller has the invited address. */
const answeredInvitation = z.union([linkToken, z.object({ id })])
export type AnsweredInvitation = z.output<typeof answeredInvitation>

export const acceptHouseholdInvitation = route({
  operationId: 'accept-household-invitation',
  call: 'POST /api/household-invitations/accept',
  access: 'signed-in',
  summary: 'Become an adult of the people in the invitation; signed in with the invited address. Repeatable',
  body: answeredInvitation,
  answer: z.object({ participants: z.array(person) }),
  errors: [
    'invitation_link_invalid',
    'invitation_for_other_address',
    'invitation_for_adults',
    'participants_limit',
    'too_many_requests',
  ],
})

export const declineHouseholdInvitation = route({
  operationId: 'decline-household-invitation',
  call: 'POST /api/household-invitations/decline',
  access: 'public',
  summary: 'Decline an invitation; by its link also without an account. Repeatable',
  body: answeredInvitation,
  status: 204,
  answer: z.null(),
  errors: ['invitation_link_invalid', 'too_many_requests'],
})

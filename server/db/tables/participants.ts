import type { Generated } from 'kysely'
import type { Position } from '../../../shared/contract/accounts/households.ts'
import type { EmergencyContact, PickupAdult } from '../../../shared/contract/accounts/participantCare.ts'
import type { Day, DefaultInstant, DefaultJson, Id, Instant, NullableInstant } from './columns.ts'

/** Who takes part in what is booked: an account itself, a child or another person of its household, or a guest. */
export interface ParticipantsTable {
  id: Id
  /** The account that is this person; null for children and guests. */
  user_id: string | null
  /** Of an account a copy of its name, kept by the database. */
  name: string
  birth_date: Day | null
  positions: Generated<Position[]>
  bats: 'left' | 'right' | 'switch' | null
  throws: 'left' | 'right' | null
  photo_consent: Generated<'yes' | 'no' | 'unasked'>
  /** How to reach a guest whom the desk or a form entered. */
  guest_email: string | null
  guest_phone: string | null
  /** The same name, e-mail and phone are the same guest. */
  guest_key: string | null
  /** Not offered any more; what was booked stays. */
  archived_at: NullableInstant
  /** Who has taken over all that was this one's; kept for a day. */
  merged_into: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** The adults who see, book, change and pay for a participant; an account is the only adult of itself. */
export interface ParticipantAdultsTable {
  participant_id: string
  user_id: string
  /** Whether this adult is told of what others book and change for the participant. */
  is_told: Generated<boolean>
  /** The order in which the adults joined. */
  joined: Generated<number>
  created_at: DefaultInstant
}

/** An adult invites another one by e-mail. Open until it is accepted, declined or expired. */
export interface HouseholdInvitationsTable {
  id: Id
  invited_by: string
  /** Lower case. */
  email: string
  token_hash: string
  accepted_by: string | null
  accepted_at: NullableInstant
  declined_at: NullableInstant
  expires_at: Instant
  created_at: DefaultInstant
}

/** Whom an invited adult would look after. */
export interface HouseholdInvitationParticipantsTable {
  invitation_id: string
  participant_id: string
  /** The invitation's own; an adult of the participant. */
  invited_by: string
}

/** For emergencies; deleted some days after the last session. Read only by `server/features/households/care.ts`. */
export interface ParticipantCareTable {
  participant_id: string
  medical_note: string | null
  /** An adult has said that there is none. */
  nothing_to_note: Generated<boolean>
  emergency_contacts: DefaultJson<EmergencyContact[]>
  pickup_adults: DefaultJson<PickupAdult[]>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

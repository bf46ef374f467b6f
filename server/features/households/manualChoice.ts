import { sql } from 'kysely'
import type { ManualChoice } from '../../../shared/contract/manualRegistrations.ts'
import type { ParticipantRef } from '../../../shared/contract/registrations.ts'
import { CHECK_VIOLATION, isDatabaseError, type Tx } from '../../db/database.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, findPerson } from '../accounts/bookedPerson.ts'
import { readTakingPart } from './takingPart.ts'

/** Whom staff register: the account or guest that answers for it, and who takes part. */
export interface Registrant {
  readonly person: BookedPerson
  readonly people: readonly ParticipantRef[]
  readonly owner:
    | { readonly user_id: string }
    | {
        readonly guest_name: string
        readonly guest_email: string | null
        readonly guest_phone: string | null
      }
}

/**
 * The people whom staff have chosen to register. A guest becomes a participant, or is recognized: the same details are the
 * same guest, and a confirmed address with the same name is somebody of that household.
 *
 * @returns `customer_not_found`, `participant_not_found`, `participant_archived` or `birth_date_in_future` where not.
 */
export async function readRegistrant(tx: Tx, choice: ManualChoice): Promise<Registrant | Refusal> {
  if (!choice.user_id) return readGuest(tx, choice)
  const person = await findPerson(tx, choice.user_id)
  if (!person) return refuse('customer_not_found')
  const people = await readTakingPart(tx, { id: person.userId }, choice.participant_ids ?? null)
  if (people instanceof Refusal) return people
  // Staff read of everybody by name.
  return {
    person,
    people: people.map((each) => ({ ...each, is_self: false })),
    owner: { user_id: person.userId },
  }
}

async function readGuest(tx: Tx, choice: ManualChoice): Promise<Registrant | Refusal> {
  const phone = choice.guest_phone ? phoneOf(choice.guest_phone, ['guest_phone']) : null
  if (phone instanceof Refusal) return phone
  const { guest_name: name = null, guest_email: email = null, guest_birth_date: birthDate = null } = choice
  if (name === null) throw new Error('A guest has no name.')
  const { rows } = await sql<{ id: string }>`
    select guest_participant(${name}::text, ${email}::text, ${phone}::text) as id`.execute(tx)
  const participant = await tx
    .selectFrom('participants')
    .select(['id', 'name'])
    .where('id', '=', rows[0]?.id ?? null)
    .executeTakeFirstOrThrow()
  if (birthDate !== null) {
    await tx
      .updateTable('participants')
      .set({ birth_date: birthDate })
      .where('id', '=', participant.id)
      .where('birth_date', 'is', null)
      .where('user_id', 'is', null)
      .execute()
  }
  return {
    person: { userId: null, name, email, phone },
    people: [{ id: participant.id, name: participant.name, is_self: false }],
    owner: { guest_name: name, guest_email: email, guest_phone: phone },
  }
}

/** The refusal of a birth date that the database refused; null for other errors. */
export const birthDateRefusalOf = (error: unknown): Refusal | null =>
  isDatabaseError(error, CHECK_VIOLATION, 'participants_are_born') ? refuse('birth_date_in_future') : null

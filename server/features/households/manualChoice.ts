import { sql } from 'kysely'
import type { ManualChoice, NewPerson } from '../../../shared/contract/programs/manualRegistrations.ts'
import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { CHECK_VIOLATION, isDatabaseError, type Tx } from '../../db/database.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { type BookedPerson, findPerson } from '../accounts/bookedPerson.ts'
import { createUser } from '../accounts/createUser.ts'
import { ownParticipantId } from './ownRows.ts'
import { addParticipant, changeParticipant } from './participants.ts'
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

interface Moment {
  readonly now: Date
  readonly siteUrl: string
  readonly facility: { readonly time_zone: string }
}

/**
 * The people whom staff have chosen to register. A new person is entered in the same transaction. A guest becomes a participant, or is recognized: the same details are the
 * same guest, and a confirmed address with the same name is someone of that household.
 *
 * @returns `customer_not_found`, `participant_not_found`, `participant_archived` or `birth_date_in_future` where not;
 * of a new person also `user_exists`, `account_under_age` and `participant_exists`.
 */
export async function readRegistrant(
  tx: Tx,
  choice: ManualChoice,
  at: Moment,
): Promise<Registrant | Refusal> {
  const entered = choice.new_person ? await enterPerson(tx, choice.new_person, at) : null
  if (entered instanceof Refusal) return entered
  const { user_id: userId, participant_ids: ids } = entered ?? choice
  if (!userId) return readGuest(tx, choice)
  const person = await findPerson(tx, userId)
  if (!person) return refuse('customer_not_found')
  const people = await readTakingPart(tx, { id: person.userId }, ids ?? null)
  if (people instanceof Refusal) return people
  // Staff read of everybody by name.
  return {
    person,
    people: people.map((each) => ({ ...each, is_self: false })),
    owner: { user_id: person.userId },
  }
}

/** Enters an account with the child who takes part, if one does. */
async function enterPerson(
  tx: Tx,
  { child, birth_date, ...person }: NewPerson,
  { now, siteUrl, facility }: Moment,
): Promise<Pick<ManualChoice, 'user_id' | 'participant_ids'> | Refusal> {
  const at = { now, siteUrl, today: facilityDay(now, facility.time_zone) }
  const userId = await createUser(tx, person, at)
  if (userId instanceof Refusal) return userId
  if (birth_date) {
    const own = await ownParticipantId(tx, userId)
    const refused = await changeParticipant(tx, { userId, id: own }, { birth_date, upcoming_seen: false }, at)
    if (refused) return refused
  }
  if (!child) return { user_id: userId }
  const added = await addParticipant(tx, userId, { ...child, is_another_person: false }, at)
  return added instanceof Refusal ? added : { user_id: userId, participant_ids: [added] }
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

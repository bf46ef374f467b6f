import { sql } from 'kysely'
import type { ParticipantRef } from '../../../shared/contract/programs/registrations.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { areVerb, namesOf } from '../households/names.ts'
import { refOf } from '../households/takingPart.ts'

/** Someone who is to get a seat, as the camp sees them. */
export interface CampPerson extends ParticipantRef {
  /** In full years on the camp's first day; null without a birth date. */
  readonly age: number | null
  /** Their registration for this camp that is not canceled, by the household or by the desk. */
  readonly registration: { readonly id: string; readonly status: 'registered' | 'paid' } | null
}

/** Reads people with their age at a camp and their seat in it, in the given order. Lock the camp first. */
export async function readCampPeople(
  tx: Tx,
  campId: string,
  people: readonly ParticipantRef[],
): Promise<CampPerson[]> {
  const { rows } = await sql<Pick<CampPerson, 'id' | 'age' | 'registration'>>`
    select participant.id, full_years(participant.birth_date, camp.start_date) as age, (
      select jsonb_build_object('id', seat.id, 'status', seat.status) from camp_registrations seat
      where seat.camp_id = camp.id and seat.participant_id = participant.id and seat.status <> 'canceled'
      limit 1
    ) as registration
    from camps camp, participants participant
    where camp.id = ${campId} and participant.id = any(${people.map(({ id }) => id)}::uuid[])`.execute(tx)
  return people.map((person) => {
    const found = rows.find(({ id }) => id === person.id)
    if (!found) throw new Error(`There is no participant ${person.id}.`)
    return { ...found, ...person }
  })
}

/** `already_registered`, naming them, if someone has a seat; for only the customer in the words of the specification. */
export function refuseSecondSeats(people: readonly CampPerson[]): Refusal | null {
  const seated = people.filter(({ registration }) => registration !== null)
  const [first] = seated
  if (!first?.registration) return null
  return refuse(
    'already_registered',
    {
      registration_id: first.registration.id,
      status: first.registration.status,
      participants: seated.map(refOf),
    },
    seated.every(({ is_self }) => is_self)
      ? undefined
      : `${namesOf(seated)} ${areVerb(seated)} already registered for this camp.`,
  )
}

/** Who is told of a session: readers of a mail, each once, and those whom no mail reaches (decision record 032). */

import { sql } from 'kysely'
import type { ReminderPerson } from '../../../shared/contract/messages/reminders.ts'
import type { Db } from '../../db/database.ts'
import type { ReminderAbout } from '../../db/tables/reminders.ts'
import { type BookedPerson, bookedPerson } from '../accounts/bookedPerson.ts'
import { listOfNames } from '../households/names.ts'
import { type ToldPerson, whoIsToldOfEach } from '../households/told.ts'
import type { Session } from './sessions.ts'

/** A place that is not canceled, in one of the sessions that a mail is about. */
export interface Seat {
  /** The registration or booking. */
  readonly id: string
  readonly session: Session
  readonly person: BookedPerson
  readonly participantId: string | null
  readonly participantName: string | null
  readonly bookedAt: Date
  /** The rule that it was booked under: hours before its start, of a camp days. */
  readonly cutoff: number
}

/** Someone with an address, and all the places that concern them. */
export interface Reader extends Pick<ToldPerson, 'userId' | 'name' | 'email' | 'phone'> {
  readonly seats: readonly Seat[]
  /** Who takes part in a place, as this reader reads it: empty for the reader. */
  nameIn(seat: Seat): string
}

export interface Audience {
  readonly readers: readonly Reader[]
  readonly unreachable: readonly ReminderPerson[]
}

/**
 * Everybody with a place in these sessions: one reader for each address, with all places of the reader's household. So two
 * parents who each registered a child get one mail each, and nobody two.
 *
 * @param isMeant leaves places out.
 */
export async function audienceOf(
  db: Db,
  sessions: readonly Session[],
  isMeant: (seat: Seat) => boolean = () => true,
): Promise<Audience> {
  const seats = (await readSeats(db, sessions)).filter(isMeant)
  const told = await whoIsToldOfEach(
    db,
    seats.map(({ person, participantId }) => ({ person, participantId, actorId: null })),
  )
  const readers = new Map<string, { person: ToldPerson; names: Map<Seat, string> }>()
  const unreached: Seat[] = []
  for (const [index, seat] of seats.entries()) {
    const people = told[index]?.people ?? []
    if (people.length === 0) unreached.push(seat)
    for (const person of people) {
      const key = person.email.toLowerCase()
      const reader = readers.get(key) ?? { person, names: new Map<Seat, string>() }
      readers.set(key, { ...reader, names: reader.names.set(seat, person.participantName) })
    }
  }
  return {
    readers: [...readers.values()].map(({ person: { userId, name, email, phone }, names }) => ({
      ...{ userId, name, email, phone },
      seats: [...names.keys()],
      nameIn: (seat) => names.get(seat) ?? '',
    })),
    unreachable: [
      ...Map.groupBy(unreached, ({ person }) => `${person.name}\n${person.phone}`).values(),
    ].flatMap((own) => {
      const person = own[0]?.person
      if (!person) return []
      const names = own.flatMap(({ participantName: name }) => (name && name !== person.name ? [name] : []))
      return [{ name: person.name, email: null, phone: person.phone, participants: listOfNames(names) }]
    }),
  }
}

/** Who takes part for a reader, e.g. 'you and Mia'; empty where only the reader does. Two of one name are named once. */
export function participantsOf({ seats, nameIn }: Reader): string {
  const names = [...new Set(seats.map(nameIn))]
  return names.every((name) => name === '') ? '' : listOfNames(names.map((name) => name || 'you'))
}

const cageSeats = (ids: readonly string[]) => sql`
    select id, id as session_id, user_id, participant_id, guest_name, guest_email, guest_phone, created_at,
      cancellation_cutoff_hours as cutoff
    from bookings where id = any(${ids}::uuid[]) and status <> 'canceled'`

/** The rows that are places, by what they are places in. */
const sources: Readonly<Record<ReminderAbout, (ids: readonly string[]) => ReturnType<typeof sql>>> = {
  camp: (ids) => sql`
    select id, camp_id as session_id, user_id, participant_id, guest_name, guest_email, guest_phone, created_at,
      cancellation_cutoff_days as cutoff
    from camp_registrations where camp_id = any(${ids}::uuid[]) and status <> 'canceled'`,
  class: (ids) => sql`
    select id, class_instance_id as session_id, user_id, participant_id, guest_name, guest_email, guest_phone, created_at,
      cancellation_cutoff_hours as cutoff
    from class_registrations where class_instance_id = any(${ids}::uuid[]) and status <> 'canceled'`,
  lesson: (ids) => sql`
    select id, id as session_id, customer_id as user_id, participant_id, guest_name, guest_email, guest_phone, created_at,
      cancellation_cutoff_hours as cutoff
    from coach_bookings where id = any(${ids}::uuid[]) and status <> 'canceled'`,
  booking: cageSeats,
  guest_booking: cageSeats,
}

/** Places whose account is deleted are nobody's. */
async function readSeats(db: Db, sessions: readonly Session[]): Promise<Seat[]> {
  const byAbout = Map.groupBy(sessions, ({ about }) => about)
  const read = await Promise.all(
    [...byAbout].map(async ([about, of]) => {
      const { rows } = await sql<SeatRow>`
        select seat.id, seat.session_id, seat.created_at, seat.cutoff, seat.user_id, seat.participant_id, participant.name as participant_name,
          coalesce(seat.guest_name, account.full_name) as person_name,
          coalesce(seat.guest_email, account.email) as person_email,
          coalesce(seat.guest_phone, account.phone_number) as person_phone
        from (${sources[about](of.map(({ id }) => id))}) seat
        left join profiles account on account.id = seat.user_id
        left join participants participant on participant.id = seat.participant_id
        where coalesce(seat.guest_name, account.full_name) is not null
        order by seat.created_at, participant.user_id is null, participant.name, seat.id`.execute(db)
      return rows.flatMap((row) => {
        const session = of.find(({ id }) => id === row.session_id)
        return session ? [seatOf(row, session)] : []
      })
    }),
  )
  return read.flat().toSorted((one, other) => one.session.starts.getTime() - other.session.starts.getTime())
}

interface SeatRow {
  readonly id: string
  readonly session_id: string
  readonly created_at: Date
  readonly cutoff: number
  readonly user_id: string | null
  readonly participant_id: string | null
  readonly participant_name: string | null
  readonly person_name: string | null
  readonly person_email: string | null
  readonly person_phone: string | null
}

const seatOf = (row: SeatRow, session: Session): Seat => ({
  ...{ id: row.id, session, person: bookedPerson(row) },
  participantId: row.participant_id,
  participantName: row.participant_name,
  bookedAt: row.created_at,
  cutoff: row.cutoff,
})

import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import type { BookedPerson } from '../accounts/bookedPerson.ts'
import { enqueueMessage, type Message } from '../messages/commands.ts'
import type { TemplateName } from '../messages/templates.ts'
import { withFamily } from './calendarEntries.ts'

/** Something booked, changed or canceled, as far as it decides who is told. */
export interface ParticipantEvent {
  /** Null: the participant is deleted, or there is none. */
  readonly participantId: string | null
  /** The account or guest of the row: who booked it. */
  readonly person: BookedPerson
  /** The account that acts; null for a guest and the system. Staff are told only if they are adults of the participant. */
  readonly actorId: string | null
  /** Who paid, where that is not the person. */
  readonly payer?: BookedPerson
}

/** Someone who gets the message, with an address. */
export interface ToldPerson extends BookedPerson {
  readonly email: string
  /** Who takes part; empty where this person does. */
  readonly participantName: string
  /** Whether what was paid was this person's money. */
  readonly isPayer: boolean
}

export interface Told {
  readonly people: readonly ToldPerson[]
  /** Who paid and is no adult of the participant any more: told only of money (`refund-sent`), no name and no time. */
  readonly formerPayer: BookedPerson | null
}

/**
 * Who is told of an event (decision record 032): the account that booked and the account that acts, as long as they are
 * adults of the participant, and the other adults who wish to be told; each account and each address once. Guests are
 * told as themselves until an account claims them. A participant without an account is never written to.
 */
export async function whoIsTold(db: Db, event: ParticipantEvent): Promise<Told> {
  return toldOf(event, (await adultsOf(db, [event.participantId])).get(event.participantId ?? '') ?? [])
}

/** The same for many events, in their order, with one query. */
export async function whoIsToldOfEach(db: Db, events: readonly ParticipantEvent[]): Promise<Told[]> {
  const adults = await adultsOf(
    db,
    events.map(({ participantId }) => participantId),
  )
  return events.map((event) => toldOf(event, adults.get(event.participantId ?? '') ?? []))
}

function toldOf(event: ParticipantEvent, adults: readonly Adult[]): Told {
  const { participantId, person, actorId, payer = person } = event
  if (adults.length === 0) {
    const isKnown = participantId === null || person.userId === null
    const alone = isKnown ? [{ ...person, participantName: '', isPayer: samePerson(person, payer) }] : []
    return { people: withAddress(alone), formerPayer: isKnown && samePerson(person, payer) ? null : payer }
  }
  const rank = (adult: Adult) => (samePerson(adult, person) ? 0 : adult.userId === actorId ? 1 : 2)
  const told = adults
    .filter((adult) => adult.isTold || rank(adult) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ isSelf, isTold: _, participant, participantId: __, ...adult }) => ({
      ...adult,
      participantName: isSelf ? '' : participant,
      isPayer: samePerson(adult, payer),
    }))
  const isAdult = adults.some((adult) => samePerson(adult, payer))
  return { people: withAddress(told), formerPayer: isAdult || payer.userId === null ? null : payer }
}

/** Something that is being booked. */
interface NewEvent extends Omit<ParticipantEvent, 'participantId' | 'payer'> {
  /** Whom the request named; null: nobody, and the account or guest takes part. */
  readonly participant: { readonly id: string } | null
}

/**
 * The same while the row is entered. Nothing is read where an account takes part itself, because it is the only adult of
 * itself; so the message of most bookings is sent to the database together with the row.
 *
 * @param entered the row's participant once it is entered: of guests the database finds it.
 */
export async function whoIsToldOfNew(
  tx: Tx,
  { participant, ...event }: NewEvent,
  entered: Promise<string | null>,
): Promise<Told> {
  const { person } = event
  if (person.userId === null) return whoIsTold(tx, { ...event, participantId: await entered })
  if (participant) return whoIsTold(tx, { ...event, participantId: participant.id })
  const alone = [{ ...person, participantName: '', isPayer: true }]
  return { people: withAddress(alone), formerPayer: null }
}

/** What was done to something booked, as a message says it. */
type Done = 'moved' | 'changed' | 'canceled'

/**
 * How a message begins for each reader: 'You moved it, Jo.', 'We moved your cage, Jo. Sorry.', 'Sam Reyes moved Mia Parker’s
 * lesson.'; and whether the reader is who acts, who is never asked whether it suits them.
 */
export async function readActor(db: Db, actorId: string | null) {
  const actor =
    actorId === null
      ? undefined
      : await db
          .selectFrom('profiles')
          .select(['full_name', 'role'])
          .where('id', '=', actorId)
          .executeTakeFirst()
  return ({ userId, name, participantName }: ToldPerson, verb: Done, noun: string) => {
    const isReader = actorId !== null && userId === actorId
    const first = name.trim().split(/\s+/)[0] ?? ''
    if (isReader) return { isReader, heading: `You ${verb} it, ${first}.` }
    const of = `${participantName ? `${participantName}’s` : 'your'} ${noun}`
    if (!actor) {
      const was = noun.endsWith('s') ? 'were' : 'was'
      return { isReader, heading: `${of.replace(/^./, (letter) => letter.toUpperCase())} ${was} ${verb}.` }
    }
    if (actor.role === 'user') return { isReader, heading: `${actor.full_name} ${verb} ${of}.` }
    const who = actor.role === 'coach' ? `Coach ${actor.full_name}` : 'We'
    // What is changed may be a lower price: nobody is sorry for that.
    return { isReader, heading: `${who} ${verb} ${of}, ${first}.${verb === 'changed' ? '' : ' Sorry.'}` }
  }
}

/**
 * Queues one message for each person who is told.
 *
 * @param write the message for one of them; its `dedupeKey` names the event; to all but the first the person is added.
 */
export async function enqueueForEach<Name extends TemplateName, Person extends ToldPerson = ToldPerson>(
  tx: Tx,
  people: readonly Person[],
  write: (person: Person) => Omit<Message<Name>, 'to'>,
): Promise<void> {
  await Promise.all(
    people.map(async (person, index) => {
      const { dedupeKey, calendar, ...message } = write(person)
      const key = index === 0 ? dedupeKey : `${dedupeKey}:${person.userId ?? 'guest'}`
      const file = calendar && 'entries' in calendar ? await familyFile(tx, person, calendar) : calendar
      return enqueueMessage(tx, { ...message, calendar: file, to: person, dedupeKey: key })
    }),
  )
}

/** A calendar file that names the others of the reader's family who go to the same session. */
export const familyFile = async <File extends { readonly entries: readonly CalendarEntry[] }>(
  tx: Tx,
  { userId }: { readonly userId: string | null },
  file: File,
): Promise<File> => ({ ...file, entries: await withFamily(tx, userId, file.entries) })

/** The adults of participants, by the participant's id. */
async function adultsOf(db: Db, participantIds: readonly (string | null)[]): Promise<Map<string, Adult[]>> {
  const ids = [...new Set(participantIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('participant_adults as adult')
    .innerJoin('participants as participant', 'participant.id', 'adult.participant_id')
    .innerJoin('profiles as account', 'account.id', 'adult.user_id')
    .select(['account.id', 'full_name', 'email', 'phone_number', 'is_told'])
    .select(['participant.name', 'participant.user_id', 'adult.participant_id'])
    .where('adult.participant_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('adult.created_at')
    .orderBy('account.id')
    .execute()
  return Map.groupBy(rows.map(adultOf), ({ participantId }) => participantId)
}

const adultOf = (row: {
  id: string
  full_name: string
  email: string | null
  phone_number: string | null
  is_told: boolean
  name: string
  user_id: string | null
  participant_id: string
}) => ({
  participantId: row.participant_id,
  userId: row.id,
  name: row.full_name,
  email: row.email,
  phone: row.phone_number,
  participant: row.name,
  isTold: row.is_told,
  isSelf: row.user_id === row.id,
})

type Adult = ReturnType<typeof adultOf>

/** A guest is the account that has the guest's address. */
const samePerson = (a: BookedPerson, b: BookedPerson): boolean =>
  a === b ||
  (a.userId !== null && b.userId !== null
    ? a.userId === b.userId
    : a.email !== null && a.email.toLowerCase() === b.email?.toLowerCase())

function withAddress<Person extends BookedPerson>(people: readonly Person[]) {
  const addresses = new Set<string>()
  return people.flatMap((person) => {
    const address = person.email?.toLowerCase()
    if (!person.email || !address || addresses.has(address)) return []
    addresses.add(address)
    return [{ ...person, email: person.email }]
  })
}

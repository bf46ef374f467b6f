import { sql } from 'kysely'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { RefusedSessions } from '../../../shared/contract/programs/classes.ts'
import type { ParticipantRef, SeatsShort } from '../../../shared/contract/programs/registrations.ts'
import type { AgeOffer } from '../../../shared/domain/programs/ages.ts'
import { sessionRules, sessionState } from '../../../shared/domain/programs/classSessions.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { areVerb, namesOf } from '../households/names.ts'
import { refuseAges } from '../households/refuseAges.ts'
import { type ActingTerms, underTerms } from '../payments/changes/actingTerms.ts'

/** The current state of a requested session. */
export interface RequestedSession {
  readonly id: string
  readonly class_name: string
  readonly class_date: string
  readonly start_time: string
  readonly end_time: string
  readonly status: 'active' | 'canceled'
  readonly spots_left: number
  /** How often the session was moved or canceled. */
  readonly revision: number
  /** Dollars per session. */
  readonly price: string
  /** The ids of those among the asked people who have a seat in it. */
  readonly seated: readonly string[]
  /** Of its class, with its first day. */
  readonly ages: Omit<AgeOffer, 'noun'>
  /** The ages of the asked people on that day; null without a birth date. */
  readonly ageOf: Readonly<Record<string, number | null>>
}

/** Reads sessions with what is left of them for some people, by date. Lock them first (`claimPlaces`). */
export async function readRequested(
  tx: Tx,
  ids: readonly string[],
  participantIds: readonly string[],
): Promise<RequestedSession[]> {
  const rows = await tx
    .selectFrom('class_instances as instance')
    .innerJoin('classes as class', 'class.id', 'instance.class_id')
    .select(['instance.id', 'class.name as class_name', 'instance.class_date', 'instance.status'])
    .select(['instance.start_time', 'instance.end_time', 'instance.revision', 'class.price'])
    .select(
      sql<string[]>`array(
        select participant_id from class_registrations
        where class_instance_id = instance.id and participant_id = any(${participantIds}::uuid[])
          and status <> 'canceled'
      )`.as('seated'),
    )
    .select(['class.min_age', 'class.max_age', 'class.start_date'])
    .select(
      sql<Record<string, number | null>>`(
        select coalesce(jsonb_object_agg(id, full_years(birth_date, class.start_date)), '{}')
        from participants where id = any(${participantIds}::uuid[])
      )`.as('ageOf'),
    )
    .select(
      sql<number>`greatest(class.max_spots - class_session_seats_taken(instance.id), 0)`.as('spots_left'),
    )
    .where('instance.id', 'in', ids)
    .orderBy('instance.class_date')
    .orderBy('instance.start_time')
    .orderBy('instance.id')
    .execute()
  return rows.map(({ min_age, max_age, start_date, ...row }) => ({
    ...row,
    ages: { min_age, max_age, start_date },
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
  }))
}

/** The order of precedence of the problems: those that the customer cannot solve come first. */
const precedence: readonly ErrorCode[] = [
  'class_session_canceled',
  'class_already_booked',
  'class_session_over',
  'class_session_full',
]

/**
 * The first reason why not all of the people can have a seat in all of the sessions, with the sessions that it is about;
 * null when they can.
 */
export function refusalOfSessions(
  sessions: readonly RequestedSession[],
  people: readonly ParticipantRef[],
  at: { now: Date; zone: string },
  acting: Pick<ActingTerms, 'rules' | 'overrideReason'>,
): Refusal | null {
  const reasons = Map.groupBy(sessions, (session) => {
    const own = session.seated.length > 0 ? 'registered' : undefined
    const spots_left = session.spots_left < people.length ? 0 : session.spots_left
    return sessionRules[sessionState({ ...session, spots_left }, own, at)].refusal
  })
  for (const code of precedence) {
    const refused = reasons.get(code)
    const refusal = refused ? refuse(code, ...aboutPeople(code, refused, people)) : null
    const kept = code === 'class_session_over' ? underTerms(acting, 'registration', refusal) : refusal
    if (kept) return kept
  }
  for (const { ages, ageOf } of sessions) {
    const aged = people.map((person) => ({ ...person, age: ageOf[person.id] ?? null }))
    const kept = underTerms(acting, 'ages', refuseAges(aged, { ...ages, noun: 'class' }))
    if (kept) return kept
  }
  return null
}

/** The details of a refusal, and its sentence where it is about others than the customer. */
function aboutPeople(
  code: ErrorCode,
  sessions: readonly RequestedSession[],
  people: readonly ParticipantRef[],
): [details: object, message?: string | undefined] {
  const details = detailsOf(sessions)
  if (code === 'class_already_booked') {
    const seated = people.filter(({ id }) => sessions.some((session) => session.seated.includes(id)))
    const isAlone = seated.every(({ is_self }) => is_self)
    const have = areVerb(seated) === 'is' ? 'has' : 'have'
    const message = `${namesOf(seated)} ${have} a spot in a selected session already.`
    return [{ ...details, participants: seated }, isAlone ? undefined : message]
  }
  if (code !== 'class_session_full') return [details]
  const spots_left = Math.min(...sessions.map((session) => session.spots_left))
  const are = spots_left === 1 ? 'spot is' : 'spots are'
  const short: RefusedSessions & SeatsShort = { ...details, spots_left, asked: people.length }
  return [short, spots_left > 0 ? `Only ${spots_left} ${are} left in a selected session.` : undefined]
}

/** Sessions as an answer shows them: public facts only. */
export const detailsOf = (sessions: readonly RequestedSession[]): RefusedSessions => ({
  sessions: sessions.map(({ id, class_name, class_date, start_time, end_time }) => ({
    id,
    class_name,
    class_date,
    start_time,
    end_time,
  })),
})

import { sql } from 'kysely'
import type { OwnClassSeat, RefusedSessions } from '../../../shared/contract/classes.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import { sessionRules, sessionState } from '../../../shared/domain/classSessions.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

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
  /** The person's own seat in it, if any. */
  readonly own: OwnClassSeat['status'] | null
}

/** Reads sessions with what is left of them for a person, by date. Lock them first (`claimPlaces`). */
export async function readRequested(
  tx: Tx,
  ids: readonly string[],
  userId: string,
): Promise<RequestedSession[]> {
  const rows = await tx
    .selectFrom('class_instances as instance')
    .innerJoin('classes as class', 'class.id', 'instance.class_id')
    .leftJoin('class_registrations as own', (join) =>
      join
        .onRef('own.class_instance_id', '=', 'instance.id')
        .on('own.user_id', '=', userId)
        .on('own.status', '<>', 'canceled'),
    )
    .select(['instance.id', 'class.name as class_name', 'instance.class_date', 'instance.status'])
    .select(['instance.start_time', 'instance.end_time', 'instance.revision', 'class.price'])
    .select((eb) => eb.ref('own.status').$castTo<'registered' | 'paid' | null>().as('own'))
    .select(
      sql<number>`greatest(class.max_spots - class_session_seats_taken(instance.id), 0)`.as('spots_left'),
    )
    .where('instance.id', 'in', ids)
    .orderBy('instance.class_date')
    .orderBy('instance.start_time')
    .orderBy('instance.id')
    .execute()
  return rows.map((row) => ({
    ...row,
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

/** The first reason why not all of them can be booked, with the sessions that it is about; null when all can. */
export function refusalOfSessions(
  sessions: readonly RequestedSession[],
  at: { now: Date; zone: string },
): Refusal | null {
  const reasons = Map.groupBy(
    sessions,
    (session) => sessionRules[sessionState(session, session.own ?? undefined, at)].refusal,
  )
  for (const code of precedence) {
    const refused = reasons.get(code)
    if (refused) return refuse(code, detailsOf(refused))
  }
  return null
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

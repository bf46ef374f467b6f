/** Mail to coaches about what they are to hold. */

import { formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { dayInMail, enqueueMessage, type Moment } from '../messages/commands.ts'

/** Where the coach reads mail: the address on the coach's own record, or else the account's. */
export async function coachAddress(tx: Tx, coachId: string) {
  const coach = await tx
    .selectFrom('coaches')
    .leftJoin('profiles', 'profiles.id', 'coaches.user_id')
    .select(({ fn }) => ['coaches.user_id', fn.coalesce('coaches.email', 'profiles.email').as('email')])
    .where('coaches.id', '=', coachId)
    .executeTakeFirst()
  return coach?.email ? { email: coach.email, userId: coach.user_id } : null
}

/** A class session or a camp that does not take place. */
export interface CalledOff {
  /** Names the event: one message for each coach. */
  readonly event: string
  readonly name: string
  readonly coachIds: readonly string[]
  /** Those to come, on the facility's clock. Without any nobody is told. */
  readonly sessions: readonly {
    readonly date: string
    readonly start_time: string
    readonly end_time: string
  }[]
  /** What staff wrote beside it; empty for nothing. */
  readonly note: string
}

/** Tells its active coaches in the transaction of the cancellation, as far as they have an address. */
export async function enqueueCoachSessionsCanceled(tx: Tx, calledOff: CalledOff, at: Moment): Promise<void> {
  const { event, name, coachIds, sessions, note } = calledOff
  if (sessions.length === 0 || coachIds.length === 0) return
  const coaches = await tx
    .selectFrom('coaches')
    .select(['id', 'name'])
    .where('id', 'in', [...coachIds])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  for (const coach of coaches) {
    const to = await coachAddress(tx, coach.id)
    if (!to) continue
    await enqueueMessage(tx, {
      template: 'coach-sessions-canceled',
      to,
      data: {
        coach_name: coach.name,
        program_name: name,
        sessions: sessions.map(({ date, start_time, end_time }) => ({
          day: dayInMail(date, at),
          time: formatWallTimeRange({ start_time, end_time }),
        })),
        note,
      },
      dedupeKey: `coach-sessions-canceled:${event}:${coach.id}`,
    })
  }
}

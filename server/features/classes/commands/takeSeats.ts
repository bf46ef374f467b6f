import { decimalFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'
import type { RequestedSession } from '../requestedSessions.ts'

export interface BookedSession extends RequestedSession {
  readonly registrationId: string
  /** What was agreed for this session. */
  readonly cents: number
  /** The registration's cut-off: hours before the start until which it can be canceled online. */
  readonly cutoffHours: number
}

/**
 * Records a customer's seats, each at its price in cents by the session's id. The triggers count seats again; their
 * constraints decide.
 *
 * @param seat.cutoffHours the cut-off that the customer was shown; the facility's current one if omitted.
 */
export async function takeSeats(
  tx: Tx,
  sessions: readonly RequestedSession[],
  seat: {
    userId: string
    status: RegistrationStatus
    cents: ReadonlyMap<string, number>
    cutoffHours?: number | undefined
  },
): Promise<BookedSession[]> {
  const agreed = sessions.map((session) => ({ ...session, cents: seat.cents.get(session.id) ?? 0 }))
  const registrations = await tx
    .insertInto('class_registrations')
    .values(
      agreed.map(({ id, cents }) => ({
        class_instance_id: id,
        user_id: seat.userId,
        status: seat.status,
        total_cost: decimalFromCents(cents),
        ...(seat.cutoffHours === undefined ? {} : { cancellation_cutoff_hours: seat.cutoffHours }),
      })),
    )
    .returning(['id', 'class_instance_id', 'cancellation_cutoff_hours'])
    .execute()
  return agreed.map((session) => {
    const made = registrations.find(({ class_instance_id }) => class_instance_id === session.id)
    if (!made) throw new Error(`No registration was made for session ${session.id}.`)
    return { ...session, registrationId: made.id, cutoffHours: made.cancellation_cutoff_hours }
  })
}

import { decimalFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'
import type { RequestedSession } from '../requestedSessions.ts'

export interface BookedSession extends RequestedSession {
  readonly registrationId: string
  /** What was agreed for this session. */
  readonly cents: number
}

/**
 * Writes a customer's seats down, each with what was agreed for it in cents by the session's id. The triggers count
 * seats once more; their constraints have the last word.
 */
export async function takeSeats(
  tx: Tx,
  sessions: readonly RequestedSession[],
  seat: { userId: string; status: RegistrationStatus; cents: ReadonlyMap<string, number> },
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
      })),
    )
    .returning(['id', 'class_instance_id'])
    .execute()
  const ids = new Map(registrations.map(({ id, class_instance_id }) => [class_instance_id, id]))
  return agreed.map((session) => ({ ...session, registrationId: ids.get(session.id) ?? '' }))
}

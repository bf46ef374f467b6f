import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'
import type { RequestedSession } from '../requestedSessions.ts'

/** A seat to be recorded: a session, who takes part, and what was agreed for it in cents. */
export interface AgreedSeat {
  readonly session: RequestedSession
  readonly participant: { readonly id: string }
  readonly cents: number
}

export interface BookedSeat<Participant = { readonly id: string }> extends RequestedSession {
  readonly registrationId: string
  readonly participant: Participant
  /** What was agreed for this seat. */
  readonly cents: number
  /** The registration's cut-off: hours before the start until which it can be canceled online. */
  readonly cutoffHours: number
}

/** Who registers: an account, or a guest whom the desk enters. */
export type SeatOwner =
  | { readonly user_id: string }
  | {
      readonly guest_name: string
      readonly guest_email: string | null
      readonly guest_phone: string | null
    }

/**
 * Records seats, each at its price. The triggers count seats again; their constraints decide.
 *
 * @param wanted.registeredBy the staff who enter it by hand.
 * @param wanted.cutoffHours the cut-off that the customer was shown; the facility's current one if omitted.
 */
export async function takeSeats<Seat extends AgreedSeat>(
  tx: Tx,
  seats: readonly Seat[],
  wanted: {
    owner: SeatOwner
    status: RegistrationStatus
    registeredBy?: string | null
    cutoffHours?: number | undefined
  },
): Promise<BookedSeat<Seat['participant']>[]> {
  const { owner, status, registeredBy = null, cutoffHours } = wanted
  const registrations = await tx
    .insertInto('class_registrations')
    .values(
      seats.map(({ session, participant, cents }) => ({
        class_instance_id: session.id,
        participant_id: participant.id,
        ...owner,
        status,
        total_cost: decimalFromCents(cents),
        registered_by: registeredBy,
        ...(cutoffHours === undefined ? {} : { cancellation_cutoff_hours: cutoffHours }),
      })),
    )
    .returning(['id', 'class_instance_id', 'participant_id', 'cancellation_cutoff_hours'])
    .execute()
  return seats.map(({ session, participant, cents }) => {
    const made = registrations.find(
      (row) => row.class_instance_id === session.id && row.participant_id === participant.id,
    )
    if (!made) throw new Error(`No registration was made for session ${session.id}.`)
    return {
      ...session,
      participant,
      cents,
      registrationId: made.id,
      cutoffHours: made.cancellation_cutoff_hours,
    }
  })
}

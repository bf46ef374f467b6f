import type { ParticipantRef } from '../../../../shared/contract/registrations.ts'
import { decimalFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'

/** A seat in a camp and who has it. */
export interface NewSeat {
  readonly id: string
  readonly participant: ParticipantRef
  readonly cents: number
  /** The registration's cut-off: days before the camp until which it can be canceled online. */
  readonly cutoffDays: number
}

/**
 * Records seats of an account in a camp, one for each person, in the given order. The triggers count seats and look for
 * second ones again; their constraints decide.
 *
 * @param wanted.cents of each seat.
 * @param wanted.cutoffDays the cut-off that the customer was shown; the facility's current one if omitted.
 */
export async function takeSeats(
  tx: Tx,
  wanted: {
    campId: string
    userId: string
    people: readonly ParticipantRef[]
    cents: number
    status?: RegistrationStatus
    cutoffDays?: number | undefined
  },
): Promise<NewSeat[]> {
  const { campId, userId, people, cents, status = 'registered', cutoffDays } = wanted
  const rows = await tx
    .insertInto('camp_registrations')
    .values(
      people.map(({ id }) => ({
        camp_id: campId,
        user_id: userId,
        participant_id: id,
        status,
        total_cost: decimalFromCents(cents),
        ...(cutoffDays === undefined ? {} : { cancellation_cutoff_days: cutoffDays }),
      })),
    )
    .returning(['id', 'participant_id', 'cancellation_cutoff_days'])
    .execute()
  return people.map((participant) => {
    const made = rows.find(({ participant_id }) => participant_id === participant.id)
    if (!made) throw new Error(`No registration was made for participant ${participant.id}.`)
    return { id: made.id, participant, cents, cutoffDays: made.cancellation_cutoff_days }
  })
}

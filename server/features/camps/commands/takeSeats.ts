import type { ParticipantRef } from '../../../../shared/contract/programs/registrations.ts'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'

/** A seat in a camp and who has it. */
export interface NewSeat<Participant = ParticipantRef> {
  readonly id: string
  readonly participant: Participant
  readonly cents: number
  /** The registration's cut-off: days before the camp until which it can be canceled online. */
  readonly cutoffDays: number
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
 * Records seats in a camp, one for each person, in the given order. The triggers count seats and look for
 * second ones again; their constraints decide.
 *
 * @param wanted.cents of each seat.
 * @param wanted.cutoffDays the cut-off that the customer was shown; the facility's current one if omitted.
 */
export async function takeSeats<Participant extends { readonly id: string }>(
  tx: Tx,
  wanted: {
    campId: string
    owner: SeatOwner
    people: readonly Participant[]
    cents: number
    status?: RegistrationStatus
    cutoffDays?: number | undefined
  },
): Promise<NewSeat<Participant>[]> {
  const { owner, people, cents } = wanted
  const rows = await insertSeats(tx, wanted, owner)
  return people.map((participant) => {
    const made = rows.find(({ participant_id }) => participant_id === participant.id)
    if (!made) throw new Error(`No registration was made for participant ${participant.id}.`)
    return { id: made.id, participant, cents, cutoffDays: made.cancellation_cutoff_days }
  })
}

interface Seats {
  readonly campId: string
  readonly people: readonly { readonly id: string }[]
  readonly cents: number
  readonly status?: RegistrationStatus
  readonly cutoffDays?: number | undefined
}

/** The database recognizes a guest by the details; one without email and phone is who is given. */
const insertSeats = (
  tx: Tx,
  { campId, people, cents, status = 'registered', cutoffDays }: Seats,
  owner: SeatOwner,
) =>
  tx
    .insertInto('camp_registrations')
    .values(
      people.map(({ id }) => ({
        camp_id: campId,
        status,
        total_cost: decimalFromCents(cents),
        ...(cutoffDays === undefined ? {} : { cancellation_cutoff_days: cutoffDays }),
        ...owner,
        participant_id: id,
      })),
    )
    .returning(['id', 'participant_id', 'cancellation_cutoff_days'])
    .execute()

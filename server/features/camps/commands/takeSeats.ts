import type { ParticipantRef } from '../../../../shared/contract/registrations.ts'
import { decimalFromCents } from '../../../../shared/domain/money.ts'
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
  const rows =
    'user_id' in owner ? await insertSeats(tx, wanted, owner) : await insertGuestSeat(tx, wanted, owner)
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

/** The columns that both tables have. */
const seatFields = ({ campId, cents, status = 'registered', cutoffDays }: Seats) => ({
  camp_id: campId,
  status,
  total_cost: decimalFromCents(cents),
  ...(cutoffDays === undefined ? {} : { cancellation_cutoff_days: cutoffDays }),
})
const made = ['id', 'participant_id', 'cancellation_cutoff_days'] as const

const insertSeats = (tx: Tx, seats: Seats, owner: { user_id: string }) =>
  tx
    .insertInto('camp_registrations')
    .values(seats.people.map(({ id }) => ({ ...seatFields(seats), ...owner, participant_id: id })))
    .returning(made)
    .execute()

/** The database recognizes the guest by the details; one without email and phone is who is given. */
const insertGuestSeat = (tx: Tx, seats: Seats, owner: Exclude<SeatOwner, { user_id: string }>) =>
  tx
    .insertInto('guest_camp_registrations')
    .values({ ...seatFields(seats), ...owner, participant_id: seats.people[0]?.id ?? null })
    .returning(made)
    .execute()

import { sql } from 'kysely'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import type { RefundReason } from '../../../db/tables/payments.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { readParticipantsOf } from '../../households/ownRows.ts'
import { takeSeats } from './takeSeats.ts'

/** A seat that a payment pays: a new one, or the registration that was to be paid on arrival. */
export interface WantedSeat {
  /** Null only where the participant of a registration is deleted. */
  readonly participantId: string | null
  readonly registrationId?: string | undefined
  readonly cents: number
}

export interface PaidSeat {
  readonly id: string
  readonly participant: { readonly id: string } | null
  readonly cents: number
  readonly cutoffDays: number
  readonly isNew: boolean
}

export interface PaidSeats {
  readonly seats: readonly PaidSeat[]
  readonly givenBack: readonly { readonly cents: number; readonly reason: RefundReason }[]
}

/**
 * Records paid seats. A registration that an adult of the participant has made since, to be paid on arrival, becomes paid
 * instead of a second one. What cannot be booked is given back by seat: of a participant whose seat is paid already, of a
 * registration that is canceled, and of someone for whom the buyer is no adult any more. A customer who paid in time has
 * the seat, even if registration closed, the camp was unpublished or a birth date was corrected since; but a camp that was
 * called off has none.
 *
 * @param wanted.cutoffDays the cut-off that the buyer was shown; an existing registration keeps its own.
 * @returns a refusal where nothing could be booked.
 */
export async function takePaidSeats(
  tx: Tx,
  wanted: { campId: string; userId: string; seats: readonly WantedSeat[]; cutoffDays?: number | undefined },
): Promise<PaidSeats | Refusal> {
  const { campId, userId, cutoffDays } = wanted
  if (await isCalledOff(tx, campId)) return refuse('registration_not_found')
  const [known, own] = await Promise.all([readKnown(tx, wanted), readParticipantsOf(tx, userId)])
  const seats: PaidSeat[] = []
  const fresh: (WantedSeat & { participantId: string })[] = []
  const givenBack: { cents: number; reason: RefundReason }[] = []
  for (const { participantId, registrationId, cents } of wanted.seats) {
    const row = known.find(({ id, participant_id }) =>
      registrationId === undefined ? participant_id === participantId : id === registrationId,
    )
    const person = row ? row.participant_id : participantId
    if (row?.status === 'paid' || row?.is_guest) givenBack.push({ cents, reason: 'duplicate' })
    else if (person !== null && !own.has(person)) givenBack.push({ cents, reason: 'registration_canceled' })
    else if (row) {
      const participant = person === null ? null : { id: person }
      seats.push({ id: row.id, participant, cents, cutoffDays: row.cutoff_days, isNew: false })
    } else if (registrationId === undefined && person !== null) {
      fresh.push({ participantId: person, cents })
    } else givenBack.push({ cents, reason: 'registration_canceled' })
  }
  const named = new Set(wanted.seats.map(({ registrationId }) => registrationId))
  for (const { id, cents } of seats) {
    // One that was to be paid keeps its price, of which this may be the rest.
    const price = named.has(id) ? {} : { total_cost: decimalFromCents(cents) }
    const paid = { status: 'paid' as const, ...price }
    await tx.updateTable('camp_registrations').set(paid).where('id', '=', id).execute()
  }
  for (const { participantId, cents } of fresh) {
    const seat = { campId, owner: { user_id: userId }, people: [{ id: participantId }], cents, cutoffDays }
    const made = await takeSeats(tx, { ...seat, status: 'paid' })
    seats.push(...made.map((seat) => ({ ...seat, isNew: true })))
  }
  if (seats.length > 0) return { seats, givenBack }
  const isDuplicate = givenBack.every(({ reason }) => reason === 'duplicate')
  return refuse(isDuplicate ? 'already_registered' : 'registration_not_found')
}

/** Whether it was called off and did not open again. Who calls it off waits at the row, or is waited for. */
async function isCalledOff(tx: Tx, campId: string): Promise<boolean> {
  const camp = await tx
    .selectFrom('camps')
    .select(['registration_enabled', 'called_off_at'])
    .where('id', '=', campId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return camp !== undefined && camp.called_off_at !== null && !camp.registration_enabled
}

/** The live registrations of these participants, of accounts and of guests, and those named; locked. */
async function readKnown(
  tx: Tx,
  { campId, seats }: { campId: string; seats: readonly WantedSeat[] },
): Promise<
  {
    id: string
    participant_id: string | null
    status: 'registered' | 'paid'
    cutoff_days: number
    is_guest: boolean
  }[]
> {
  const people = seats.flatMap(({ participantId }) => participantId ?? [])
  const ids = seats.flatMap(({ registrationId }) => registrationId ?? [])
  const rows = await tx
    .selectFrom('camp_registrations')
    .select(['id', 'participant_id', 'status', 'cancellation_cutoff_days as cutoff_days'])
    .select(sql<boolean>`guest_name is not null`.as('is_guest'))
    .where('camp_id', '=', campId)
    .where('status', '<>', 'canceled')
    .where(
      sql<boolean>`(participant_id = any(${people}::uuid[]) or guest_name is null and id = any(${ids}::uuid[]))`,
    )
    .orderBy(sql`guest_name is not null`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    ...row,
    status: row.status === 'paid' ? ('paid' as const) : ('registered' as const),
  }))
}

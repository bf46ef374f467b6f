import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import type { ParticipantRef } from '../../../../shared/contract/programs/registrations.ts'
import { dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { personOf } from '../../accounts/bookedPerson.ts'
import { refuseMissingCare } from '../../households/missingCare.ts'
import { readTakingPart } from '../../households/takingPart.ts'
import { customerTerms } from '../../payments/changes/actingTerms.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { refuseUnsigned } from '../../waivers/refuseUnsigned.ts'
import { enqueueClassBooked } from '../emails.ts'
import { openSessions } from '../openSessions.ts'
import { type BookedSeat, takeSeats } from './takeSeats.ts'

/**
 * Books sessions that cost nothing, all of them or none for each person: no card is asked for, the seats are counted under
 * the same locks as those that are paid.
 *
 * @param wanted.participantIds null for only the customer.
 * @returns the registrations, or why there are none; `price_changed` where there is something to pay after all.
 */
export async function bookFreeSessions(
  tx: Tx,
  wanted: {
    instanceIds: readonly string[]
    participantIds: readonly string[] | null
    allowPartial: boolean
  },
  customer: Profile,
  at: PurchaseContext,
): Promise<{ seats: BookedSeat<ParticipantRef>[]; withoutSeat: readonly ParticipantRef[] } | Refusal> {
  const people = await readTakingPart(tx, customer, wanted.participantIds)
  if (people instanceof Refusal) return people
  const unsigned = await refuseUnsigned(tx, 'classes', people, at.now)
  if (unsigned) return unsigned
  const asked = { ...wanted, people, buyer: { userId: customer.id } }
  const open = await openSessions(tx, asked, at, customerTerms(customer.id))
  if (open instanceof Refusal) return open
  if (open.totalCents > 0) {
    return refuse('price_changed', { total_amount: dollarsFromCents(open.totalCents) })
  }
  const unsaid = await refuseMissingCare(tx, people)
  if (unsaid) return unsaid
  const seats = await takeSeats(tx, open.seats, { owner: { user_id: customer.id }, status: 'registered' })
  const [event = ''] = seats.map(({ registrationId }) => registrationId)
  const booking = { seats, person: personOf(customer), actorId: customer.id, payment: 'card' as const, event }
  await enqueueClassBooked(tx, booking, at)
  return { seats, withoutSeat: open.withoutSeat }
}

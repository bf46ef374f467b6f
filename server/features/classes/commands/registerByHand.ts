import { randomUUID } from 'node:crypto'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import type { ParticipantRef } from '../../../../shared/contract/programs/registrations.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import type { Registrant } from '../../households/manualChoice.ts'
import { type ActingTerms, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import { nameDeskPayment } from '../../payments/desk/deskPayments.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueClassBooked } from '../emails.ts'
import { openSessions } from '../openSessions.ts'
import { type BookedSeat, takeSeats } from './takeSeats.ts'

/**
 * Registers people for a class session on behalf of a customer or guest, all or none, at the customer's price. A session
 * that has started takes a reason, which the audit log keeps; the number of seats and a second seat of the same person
 * cannot be overridden. The customer's open checkouts stay. The confirmation is the same as for an own booking.
 *
 * @param wanted.paidBy how the desk took the money of what is 'paid': one receipt for all.
 * @returns the seats, or why there are none.
 */
export async function registerByHand(
  tx: Tx,
  wanted: {
    sessionId: string
    registrant: Registrant
    status: 'registered' | 'paid'
    paidBy?: DeskPaymentMethod | undefined
  },
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<BookedSeat<ParticipantRef>[] | Refusal> {
  const { registrant, status, sessionId } = wanted
  const { people, owner, person } = registrant
  const asked = { instanceIds: [sessionId], people, buyer: { userId: person.userId }, releases: false }
  const open = await openSessions(tx, asked, at, terms)
  if (open instanceof Refusal) return open
  await keepOverrideReason(tx, terms)
  if (wanted.paidBy !== undefined) {
    await nameDeskPayment(tx, { method: wanted.paidBy, receiptGroup: randomUUID() })
  }
  const seats = await takeSeats(tx, open.seats, { owner, status, registeredBy: terms.actorId })
  const booking = {
    seats,
    person,
    actorId: terms.actorId,
    payment: status === 'paid' ? ('at the desk' as const) : ('on arrival' as const),
    event: seats[0]?.registrationId ?? '',
  }
  await enqueueClassBooked(tx, booking, at)
  return seats
}

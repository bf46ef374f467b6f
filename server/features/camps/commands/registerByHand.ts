import { randomUUID } from 'node:crypto'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import type { ParticipantRef } from '../../../../shared/contract/programs/registrations.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { taxOf, withTax } from '../../../../shared/domain/money/salesTax.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import type { Registrant } from '../../households/manualChoice.ts'
import { type ActingTerms, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import { nameDeskPayment } from '../../payments/desk/deskPayments.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueCampRegistered } from '../emails.ts'
import { openCamp } from '../openCamp.ts'
import { type NewSeat, takeSeats } from './takeSeats.ts'

/**
 * Registers people for a camp on behalf of a customer or guest, all or none, at the camp's price. The ages and a closed
 * registration can be overridden with a reason, which the audit log keeps; the number of seats and a second seat of the
 * same person cannot. The customer's open checkouts stay. The confirmation is the same as for an own registration.
 *
 * @param wanted.paidBy how the desk took the money of what is 'paid': one receipt for all.
 * @returns the seats and the camp's name, or why there are none.
 */
export async function registerByHand(
  tx: Tx,
  wanted: {
    campId: string
    registrant: Registrant
    status: 'registered' | 'paid'
    paidBy?: DeskPaymentMethod | undefined
  },
  at: PurchaseContext,
  terms: ActingTerms,
): Promise<{ seats: NewSeat<ParticipantRef>[]; campName: string } | Refusal> {
  const { registrant, status, campId, paidBy } = wanted
  const { people, owner, person } = registrant
  const open = await openCamp(tx, { campId, people, buyer: { userId: null } }, at, terms)
  if (open instanceof Refusal) return open
  await keepOverrideReason(tx, terms)
  if (paidBy !== undefined) await nameDeskPayment(tx, { method: paidBy, receiptGroup: randomUUID() })
  const { camp } = open
  const cents = withTax(centsFromDollars(camp.price), taxOf(at.facility, 'camps'))
  const seats = await takeSeats(tx, { campId: camp.id, owner, people, cents, status })
  await enqueueCampRegistered(tx, {
    campId: camp.id,
    seats,
    person,
    actorId: terms.actorId,
    payment: status === 'paid' ? 'at the desk' : 'on arrival',
    event: seats[0]?.id ?? '',
    at,
  })
  return { seats, campName: camp.name }
}

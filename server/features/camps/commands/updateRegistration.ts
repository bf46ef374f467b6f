import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import { refundableCents } from '../../../../shared/domain/bookings/changePolicy.ts'
import type { Tx } from '../../../db/database.ts'
import type { RegistrationStatus } from '../../../db/tables/classes.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import { type CustomerRefund, nothingBack, type RefundChoice } from '../../payments/changes/settleChange.ts'
import { takeDeskPayment } from '../../payments/commands/takeDeskPayment.ts'
import { writePaid } from '../../payments/payables.ts'
import { tellVoided } from '../../payments/receipts.ts'
import { enqueueCampCanceled, enqueueCampRegistered } from '../emails.ts'
import { openCamp } from '../openCamp.ts'
import { type LoadedRegistration, lockRegistration } from '../staffRegistrations.ts'
import { cancelRegistration } from './cancelRegistration.ts'

export interface RegistrationUpdate {
  readonly status: RegistrationStatus
  /** Of 'paid': how the desk took the money, and a note for staff. */
  readonly payment: { readonly method: DeskPaymentMethod; readonly note: string | null }
  readonly refund: RefundChoice
}

/** What an update came to. */
export interface RegistrationUpdated {
  readonly back: CustomerRefund
  /** The accounts with an open checkout for it, which is over. */
  readonly buyers: readonly string[]
}

const nothingElse: RegistrationUpdated = { back: nothingBack, buyers: [] }

/**
 * Sets the status of a registration as the desk and admins do (spec 3 §4). Paid at the desk is a payment with a row; one that
 * is taken back is voided. A cancellation is refunded and told; what comes back has a seat under the camp's lock, or none.
 *
 * @returns what came of it; or `changed_meanwhile`, `paid_by_card`, `refunded_by_card`, what `openCamp` and
 * `cancelRegistration` refuse, and nothing has changed.
 */
export function updateRegistration(
  tx: Tx,
  seen: LoadedRegistration,
  acting: Acting,
  update: RegistrationUpdate,
): Promise<RegistrationUpdated | Refusal> | RegistrationUpdated {
  if (update.status === seen.status) return nothingElse
  if (update.status === 'canceled') return cancelForStaff(tx, seen, update.refund, acting)
  return seen.status === 'canceled' ? reinstate(tx, seen, update, acting) : setPaid(tx, seen, update, acting)
}

/** Cancels it under the terms of who acts, and tells whom these terms tell. */
export async function cancelForStaff(
  tx: Tx,
  { id }: LoadedRegistration,
  refund: RefundChoice,
  { at, terms }: Acting,
): Promise<RegistrationUpdated | Refusal> {
  await keepOverrideReason(tx, terms)
  const { actorId, line: note } = terms
  const canceled = await cancelRegistration(
    tx,
    { owner: null, id, refund },
    at,
    async (told) => {
      if (terms.tells.includes('person')) await enqueueCampCanceled(tx, { actorId, note }, told, at)
    },
    terms,
  )
  return canceled instanceof Refusal ? canceled : { back: canceled.refund, buyers: canceled.buyers }
}

/** Notes a payment at the desk, or takes it back: then the payment never came. */
async function setPaid(
  tx: Tx,
  seen: LoadedRegistration,
  { status, payment }: RegistrationUpdate,
  { at, terms }: Acting,
): Promise<RegistrationUpdated | Refusal> {
  const { kind, id } = seen
  const by = terms.actorId ?? ''
  await keepOverrideReason(tx, terms)
  if (status === 'paid') {
    const taken = await takeDeskPayment(tx, { items: [{ kind, id }], by, ...payment }, at.now)
    if (!(taken instanceof Refusal)) return nothingElse
    return refuse(taken.code === 'payable_not_found' ? 'registration_not_found' : 'changed_meanwhile')
  }
  const before = await lockRegistration(tx, seen)
  if (before?.status !== seen.status) return refuse('changed_meanwhile')
  if (before.isByCard) return refuse('paid_by_card')
  await writePaid(tx, { kind, id }, null)
  await tellVoided(tx)
  return nothingElse
}

/**
 * Gives a canceled registration its seat again, at its old price. Money that was paid and not given back still counts;
 * where it went back to a card, `refunded_by_card`: the person is registered again.
 */
async function reinstate(
  tx: Tx,
  seen: LoadedRegistration,
  { status, payment }: RegistrationUpdate,
  { at, terms }: Acting,
): Promise<RegistrationUpdated | Refusal> {
  const { id, kind, table, campId, participantId } = seen
  if (participantId === null) return refuse('participant_not_found')
  const people = [{ id: participantId, name: seen.name, is_self: false }]
  const open = await openCamp(tx, { campId, people, buyer: { userId: null } }, at, terms)
  if (open instanceof Refusal) return open
  const before = await lockRegistration(tx, seen)
  if (before?.status !== 'canceled') return refuse('changed_meanwhile')
  if (before.isByCard && before.paid.byCard === 0) return refuse('refunded_by_card')
  await keepOverrideReason(tx, terms)
  const row = await tx
    .updateTable(table)
    .set({ status: 'registered' })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  const { cents, cutoffDays, person } = before
  const isPaid = status === 'paid' || refundableCents(before.paid) >= cents
  if (isPaid) {
    const taken = await takeDeskPayment(
      tx,
      { items: [{ kind, id }], by: terms.actorId ?? '', ...payment },
      at.now,
    )
    if (taken instanceof Refusal) return taken
  }
  if (terms.tells.includes('person')) {
    await enqueueCampRegistered(tx, {
      campId,
      seats: [{ id, participant: { id: participantId }, cents, cutoffDays }],
      person,
      actorId: terms.actorId,
      payment: isPaid ? 'at the desk' : 'on arrival',
      event: `${id}:${row.revision}`,
      at,
    })
  }
  return nothingElse
}

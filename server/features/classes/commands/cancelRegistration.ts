import { changeableSession } from '../../../../shared/domain/programs/registrationPolicy.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Customer } from '../../accounts/customer.ts'
import { isOwnRow, nobody } from '../../households/ownRows.ts'
import { participantOf } from '../../households/participation.ts'
import { type ActingTerms, customerTerms } from '../../payments/changes/actingTerms.ts'
import {
  type CustomerRefund,
  type RefundChoice,
  refuseChange,
  settleCancellation,
} from '../../payments/changes/settleChange.ts'
import { findPayer } from '../../payments/payer.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { cardMoneyFor, deskMoneyFor, paidOf } from '../../payments/refunds/cardMoney.ts'

export interface RegistrationCanceled {
  readonly registration: OwnRegistration
  /** How often the calendar entry has changed, this cancellation included. */
  readonly revision: number
  readonly refund: CustomerRefund
}

interface CanceledSeat {
  readonly owner: Customer | null
  readonly id: string
  readonly refund?: RefundChoice
}

/**
 * Cancels one seat in a class session until its cut-off, for any adult of who takes part. The seat is free at once, and
 * what was paid for it is refunded to who paid, by the same rule (decision 30).
 *
 * @param what.owner whose it is; null where the facility cancels, under its own terms.
 * @param what.refund what comes back; by default what the terms' rule gives.
 * @param tell queues the message in the transaction of the cancellation.
 * @returns what was canceled and what is refunded, or why not. Another customer's registration counts as not found.
 */
export async function cancelRegistration(
  tx: Tx,
  { owner, id, refund: choice = 'by_rule' }: CanceledSeat,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
  tell: (canceled: RegistrationCanceled) => Promise<void>,
  terms: ActingTerms = customerTerms(owner?.id ?? null),
): Promise<RegistrationCanceled | Refusal> {
  const registration = await lockOwn(tx, owner, id)
  if (!registration) return refuse('registration_not_found')
  const { session_status, cancellation_cutoff_hours: cutoffHours } = registration
  const status = session_status === 'canceled' ? 'canceled' : registration.status
  const booked = changeableSession({ status, cutoffHours }, registration, facility.time_zone)
  const refusal = refuseChange(booked, now, terms)
  if (refusal) return refusal
  const paid = paidOf(registration)
  const item = { class_registration_id: id }
  const refund = await settleCancellation(tx, { booked, paid, choice, item }, { now }, terms)
  if (refund instanceof Refusal) return refund
  const { revision } = await tx
    .updateTable('class_registrations')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  const canceled = { registration, revision: revision + registration.session_revision, refund }
  await tell(canceled)
  return canceled
}

type OwnRegistration = NonNullable<Awaited<ReturnType<typeof readOwn>>>

/** The registration with this id if it is the owner's, or anybody's without one, locked until the transaction ends. */
async function lockOwn(tx: Tx, owner: Customer | null, id: string): Promise<OwnRegistration | null> {
  // Sent together, answered in this order: the read sees what was committed before the lock was taken.
  const [, registration] = await Promise.all([
    tx
      .selectFrom('class_registrations as registration')
      .select('id')
      .where('id', '=', id)
      .$if(owner !== null, (query) => query.where(isOwnRow(owner ?? nobody, 'registration', 'user_id')))
      .forUpdate()
      .execute(),
    readOwn(tx, owner, id),
  ])
  return registration ?? null
}

const readOwn = async (tx: Tx, owner: Customer | null, id: string) => {
  const row = await tx
    .selectFrom('class_registrations as registration')
    .innerJoin('class_instances as session', 'session.id', 'registration.class_instance_id')
    .innerJoin('classes as class', 'class.id', 'session.class_id')
    .leftJoin('profiles as account', 'account.id', 'registration.user_id')
    .select(['registration.id', 'registration.status', 'registration.total_cost', 'registration.created_at'])
    .select(['registration.user_id', 'registration.participant_id'])
    .select(['registration.cancellation_cutoff_hours', 'session.status as session_status'])
    .select(['session.id as class_instance_id', 'session.class_id', 'session.class_date'])
    .select(['session.start_time', 'session.end_time'])
    .select(['session.revision as session_revision', 'class.name as class_name'])
    .select(({ fn }) => [
      fn.coalesce('account.full_name', 'registration.guest_name').as('person_name'),
      fn.coalesce('account.email', 'registration.guest_email').as('person_email'),
      fn.coalesce('account.phone_number', 'registration.guest_phone').as('person_phone'),
    ])
    .select(participantOf(owner ?? nobody, 'registration').as('participant'))
    .select([
      cardMoneyFor('class_registration_id', 'registration.id').as('card_money'),
      deskMoneyFor('class_registration_id', 'registration.id').as('desk_money'),
    ])
    .where('registration.id', '=', id)
    .$if(owner !== null, (query) => query.where(isOwnRow(owner ?? nobody, 'registration', 'user_id')))
    .executeTakeFirst()
  return row && { ...row, payer: await findPayer(tx, { class_registration_id: row.id }) }
}

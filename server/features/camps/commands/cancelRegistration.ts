import { changeableCamp } from '../../../../shared/domain/programs/registrationPolicy.ts'
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
import { paysRegistration } from '../ownPayments.ts'
import { timeslotsOfCamp } from '../queries.ts'

export interface RegistrationCanceled {
  readonly registration: OwnRegistration
  readonly revision: number
  readonly refund: CustomerRefund
  /** The accounts with an open checkout for it, which is over. */
  readonly buyers: readonly string[]
}

/**
 * Cancels one seat in a camp until its cut-off, for any adult of who takes part. The seat is free at once, and what was
 * paid for it is refunded to who paid, by the same rule (decision 30). An open payment for it is canceled; if the card has been charged by then, the money is
 * refunded when the provider reports it.
 *
 * @param what.owner whose it is; null where the facility cancels, under its own terms.
 * @param what.refund another amount than the rule's, where the terms allow one.
 * @param tell queues the message in the transaction of the cancellation.
 * @returns what was canceled and what is refunded, or why not. Another customer's registration counts as not found.
 */
export async function cancelRegistration(
  tx: Tx,
  {
    owner,
    id,
    refund: choice = 'by_rule',
  }: { readonly owner: Customer | null; readonly id: string; readonly refund?: RefundChoice },
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
  tell: (canceled: RegistrationCanceled) => Promise<void>,
  terms: ActingTerms = customerTerms(owner?.id ?? null),
): Promise<RegistrationCanceled | Refusal> {
  const registration = await lockOwn(tx, owner, id)
  if (!registration) return refuse('registration_not_found')
  const { status, cancellation_cutoff_days: cutoffDays } = registration
  const booked = changeableCamp({ status, cutoffDays }, registration, facility.time_zone)
  const refusal = refuseChange(booked, now, terms)
  if (refusal) return refusal
  const paid = paidOf(registration)
  const item = { camp_registration_id: id }
  const refund = await settleCancellation(tx, { booked, paid, choice, item }, { now }, terms)
  if (refund instanceof Refusal) return refund
  const released = await openPayments(tx, id).set({ status: 'released' }).returning('hold.user_id').execute()
  const { revision } = await tx
    .updateTable('camp_registrations')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  const buyers = released.flatMap(({ user_id }) => user_id ?? [])
  const canceled = { registration, revision, refund, buyers }
  await tell(canceled)
  return canceled
}

/** Checkouts in which someone of the household is paying for this registration. */
const openPayments = (tx: Tx, id: string) =>
  tx
    .updateTable('checkout_holds as hold')
    .where('hold.purpose', '=', 'camp_registration')
    .where('hold.status', '=', 'held')
    .where(paysRegistration(id))

type OwnRegistration = NonNullable<Awaited<ReturnType<typeof readOwn>>>

/** The registration with this id if it is the owner's, or anybody's without one, locked until the transaction ends. */
async function lockOwn(tx: Tx, owner: Customer | null, id: string): Promise<OwnRegistration | undefined> {
  // Sent together, answered in this order: the read sees what was committed before the locks were taken. Holds are
  // locked before registrations, as in settling a payment.
  const [, , registration] = await Promise.all([
    tx
      .selectFrom('checkout_holds as hold')
      .select('hold.id')
      .where('hold.status', '=', 'held')
      .where('hold.purpose', '=', 'camp_registration')
      .where(paysRegistration(id))
      .where(({ exists }) => exists(owned(tx, owner, id)))
      .orderBy('hold.id')
      .forUpdate()
      .execute(),
    owned(tx, owner, id).forUpdate().execute(),
    readOwn(tx, owner, id),
  ])
  return registration
}

const owned = (tx: Tx, owner: Customer | null, id: string) =>
  tx
    .selectFrom('camp_registrations as seat')
    .select(['id', 'camp_id', 'status', 'total_cost', 'cancellation_cutoff_days', 'participant_id'])
    .select(['user_id', 'guest_name', 'guest_email', 'guest_phone'])
    .where('id', '=', id)
    .$if(owner !== null, (query) => query.where(isOwnRow(owner ?? nobody, 'seat', 'user_id')))

const readOwn = async (tx: Tx, owner: Customer | null, id: string) => {
  const row = await tx
    .selectFrom(owned(tx, owner, id).as('registration'))
    .innerJoin('camps', 'camps.id', 'registration.camp_id')
    .leftJoin('profiles as account', 'account.id', 'registration.user_id')
    .selectAll('registration')
    .select(['camps.name as camp_name', 'camps.start_date', 'camps.end_date'])
    .select(({ fn }) => [
      fn.coalesce('account.full_name', 'registration.guest_name').as('person_name'),
      fn.coalesce('account.email', 'registration.guest_email').as('person_email'),
      fn.coalesce('account.phone_number', 'registration.guest_phone').as('person_phone'),
    ])
    .select(participantOf(owner ?? nobody, 'registration').as('participant'))
    .select([
      cardMoneyFor('camp_registration_id', 'registration.id').as('card_money'),
      deskMoneyFor('camp_registration_id', 'registration.id').as('desk_money'),
    ])
    .select(timeslotsOfCamp.as('camp_timeslots'))
    .executeTakeFirst()
  return row && { ...row, payer: await findPayer(tx, { camp_registration_id: row.id }) }
}

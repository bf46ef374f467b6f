import { sql } from 'kysely'
import { refundOf } from '../../../../shared/domain/changePolicy.ts'
import { changeableCamp } from '../../../../shared/domain/registrationPolicy.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import type { Customer } from '../../accounts/customer.ts'
import { campCardMoney, paidForRegistration } from '../../payments/cardMoney.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { type CustomerRefund, refundCustomer, refuseChange } from '../../payments/settleChange.ts'
import { timeslotsOfCamp } from '../queries.ts'

export interface RegistrationCanceled {
  readonly registration: OwnRegistration
  readonly revision: number
  readonly refund: CustomerRefund
}

type RegistrationTable = 'camp_registrations' | 'guest_camp_registrations'

/**
 * Cancels the owner's camp registration until its cut-off. The seat is free at once, and what was paid is refunded by
 * the same rule (decision 30). An open payment for it is canceled; if the card has been charged by then, the money is
 * refunded when the provider reports it.
 *
 * @param tell queues the message in the transaction of the cancellation.
 * @returns what was canceled and what is refunded, or why not. Another customer's registration counts as not found.
 */
export async function cancelRegistration(
  tx: Tx,
  { owner, id }: { owner: Customer; id: string },
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
  tell: (canceled: RegistrationCanceled) => Promise<void>,
): Promise<RegistrationCanceled | Refusal> {
  const registration = await lockOwn(tx, owner, id)
  if (!registration) return refuse('registration_not_found')
  const { status, cancellation_cutoff_days: cutoffDays, table } = registration
  const booked = changeableCamp({ status, cutoffDays }, registration, facility.time_zone)
  const refusal = refuseChange(booked, now)
  if (refusal) return refusal
  const refund = await refundCustomer(tx, refundOf(booked, paidForRegistration(registration), now), {
    item: table === 'camp_registrations' ? { camp_registration_id: id } : { guest_camp_registration_id: id },
    reason: 'customer_canceled',
    now,
    requestedBy: owner.id,
  })
  await openPayments(tx, owner, id).set({ status: 'released' }).execute()
  const { revision } = await tx
    .updateTable(table)
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  const canceled = { registration, revision, refund }
  await tell(canceled)
  return canceled
}

/** Checkouts in which the owner is paying for this registration. */
const openPayments = (tx: Tx, owner: Customer, id: string) =>
  tx
    .updateTable('checkout_holds')
    .where('user_id', '=', owner.id)
    .where('purpose', '=', 'camp_registration')
    .where('status', '=', 'held')
    .where(sql`details ->> 'registrationId'`, '=', id)

type OwnRegistration = NonNullable<Awaited<ReturnType<typeof readOwn>>>

/** The registration with this id if it is the owner's, locked until the transaction ends. */
async function lockOwn(tx: Tx, owner: Customer, id: string): Promise<OwnRegistration | undefined> {
  // Sent together, answered in this order: the read sees what was committed before the locks were taken. Holds are
  // locked before registrations, as in settling a payment.
  const [, , , registration] = await Promise.all([
    tx
      .selectFrom('checkout_holds')
      .select('id')
      .where('user_id', '=', owner.id)
      .where('status', '=', 'held')
      .where(sql`details ->> 'registrationId'`, '=', id)
      .orderBy('id')
      .forUpdate()
      .execute(),
    ofAccount(tx, owner, id).forUpdate().execute(),
    ofGuest(tx, owner, id).forUpdate().execute(),
    readOwn(tx, owner, id),
  ])
  return registration
}

const columns = ['id', 'camp_id', 'status', 'total_cost', 'cancellation_cutoff_days'] as const

const ofAccount = (tx: Tx, owner: Customer, id: string) =>
  tx
    .selectFrom('camp_registrations')
    .select([...columns, sql<RegistrationTable>`'camp_registrations'`.as('table')])
    .where('id', '=', id)
    .where('user_id', '=', owner.id)

const ofGuest = (tx: Tx, owner: Customer, id: string) =>
  tx
    .selectFrom('guest_camp_registrations')
    .select([...columns, sql<RegistrationTable>`'guest_camp_registrations'`.as('table')])
    .where('id', '=', id)
    .where(sql`lower(guest_email)`, '=', owner.email.toLowerCase())

const readOwn = (tx: Tx, owner: Customer, id: string) =>
  tx
    .selectFrom(
      ofAccount(tx, owner, id)
        .unionAll(ofGuest(tx, owner, id))
        .as('registration'),
    )
    .innerJoin('camps', 'camps.id', 'registration.camp_id')
    .selectAll('registration')
    .select(['camps.name as camp_name', 'camps.start_date', 'camps.end_date'])
    .select(campCardMoney('registration.id').as('card_money'))
    .select(timeslotsOfCamp.as('camp_timeslots'))
    .executeTakeFirst()

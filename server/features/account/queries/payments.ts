import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CustomerPayment, PaidItem } from '../../../../shared/contract/accounts/accountPayments.ts'
import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import type { ParticipantName } from '../../../../shared/contract/accounts/participation.ts'
import { owingStatuses } from '../../../../shared/domain/memberships/memberships.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import type { Db } from '../../../db/database.ts'
import { participantOf } from '../../households/participation.ts'

/**
 * The payment history has money that has moved, money on its way, and a renewal that is owed. It leaves out checkouts
 * that were opened and left, also after a declined card: nothing was charged and nothing is owed. Payments without a
 * provider were entered by staff and are always listed.
 */
const isHistory = sql<boolean>`case payment.status
  when 'completed' then true
  when 'refunded' then true
  when 'pending' then payment.processing
    or (payment.checkout_hold_id is null and payment.stripe_payment_intent_id is null)
  when 'failed' then payment.stripe_invoice_id is not null
  else false
end`

/** A failed renewal can be paid with another card while its own membership owes a month, not one joined later. */
const nextStep = sql<CustomerPayment['next_step']>`case
  when payment.status = 'failed' and payment.stripe_invoice_id is not null and exists (
    select from subscriptions
    where subscriptions.user_id = payment.user_id and subscriptions.status in (${sql.join(owingStatuses)})
      and subscriptions.created_at <= payment.created_at
  ) then 'update_card'
end`

/**
 * The customer's payments, and those made without an account with their confirmed e-mail, newest first. Each with
 * what it paid, tied by reference (decision 3), and for whom, as long as the payer is an adult of that participant.
 */
export async function listCustomerPayments(
  db: Db,
  customer: Pick<Profile, 'id' | 'email'>,
): Promise<CustomerPayment[]> {
  const rows = await db
    .selectFrom('payment_transactions as payment')
    .select(['id', 'payment_type', 'booking_count', 'total_amount', 'refunded_amount', 'payment_method'])
    .select(['card_brand', 'card_last4', 'status', 'receipt_url', 'taken_at_desk'])
    .select(['failure_message', nextStep.as('next_step')])
    .select(sql<Date>`coalesce(payment_date, completed_at, created_at)`.as('payment_date'))
    .select(sql<string | null>`coalesce(payment_description, description)`.as('payment_description'))
    .select(
      sql<string>`(
        select coalesce(sum(amount), 0)::text
        from payment_refunds
        where payment_transaction_id = payment.id and payment_refunds.status = 'pending' and way = 'card'
      )`.as('refund_pending_amount'),
    )
    .select(
      sql<string>`(
        select coalesce(sum(amount), 0)::text
        from payment_refunds
        where payment_transaction_id = payment.id and payment_refunds.status = 'pending' and way = 'desk'
      )`.as('refund_at_desk_amount'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as item')
          .leftJoin('class_registrations as seat', 'seat.id', 'item.class_registration_id')
          .leftJoin('bookings as booking', 'booking.id', 'item.booking_id')
          .leftJoin('coach_bookings as lesson', 'lesson.id', 'item.coach_booking_id')
          .leftJoin('class_instances as session', 'session.id', 'seat.class_instance_id')
          .leftJoin('camp_registrations as camper', 'camper.id', 'item.camp_registration_id')
          .select(kindOfItem)
          .select(
            sql<string>`coalesce(
              item.booking_id, item.coach_booking_id, item.class_registration_id,
              item.camp_registration_id, item.subscription_id
            )`.as('id'),
          )
          .select(sql<string | null>`coalesce(session.class_id, camper.camp_id)`.as('page_id'))
          .select(sql<string>`item.amount::text`.as('amount'))
          .select(
            sql<number | null>`(
              select nullif(count(distinct date), 0)::integer from camp_timeslots
              where camp_id = camper.camp_id
            )`.as('days'),
          )
          .select(
            sql<ParticipantName | null>`coalesce(
              ${participantOf(customer, 'booking')}, ${participantOf(customer, 'lesson')},
              ${participantOf(customer, 'seat')}, ${participantOf(customer, 'camper')}
            )`.as('participant'),
          )
          .whereRef('item.payment_transaction_id', '=', 'payment.id')
          .where(sql<boolean>`num_nonnulls(
            item.booking_id, item.coach_booking_id, item.class_registration_id,
            item.camp_registration_id, item.subscription_id
          ) = 1`)
          .orderBy('item.id'),
      ).as('items'),
    )
    .where(({ or, and, eb }) =>
      or([
        eb('payment.user_id', '=', customer.id),
        and([
          eb('payment.user_id', 'is', null),
          eb(sql`lower(payment.customer_email)`, '=', customer.email.toLowerCase()),
        ]),
      ]),
    )
    .where(isHistory)
    .$narrowType<{ status: CustomerPayment['status'] }>()
    .orderBy('payment_date', 'desc')
    .orderBy('payment.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    payment_date: row.payment_date.toISOString(),
    total_amount: dollarsFromDecimal(row.total_amount),
    refunded_amount: dollarsFromDecimal(row.refunded_amount),
    refund_pending_amount: dollarsFromDecimal(row.refund_pending_amount),
    refund_at_desk_amount: dollarsFromDecimal(row.refund_at_desk_amount),
    items: row.items.map((item) => ({ ...item, amount: dollarsFromDecimal(item.amount) })),
  }))
}

const kindOfItem = sql<PaidItem['kind']>`case
  when item.booking_id is not null then 'booking'
  when item.coach_booking_id is not null then 'lesson'
  when item.class_registration_id is not null then 'class_registration'
  when item.subscription_id is not null then 'subscription'
  else 'camp_registration'
end`.as('kind')

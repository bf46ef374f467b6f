import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A payment with the hold that it is for. Fails when there is none. */
export const readCheckout = (db: Db, holdId: string) =>
  checkouts(db).where('hold.id', '=', holdId).executeTakeFirstOrThrow()
export type Checkout = Awaited<ReturnType<typeof readCheckout>>

/** The checkout of a payment intent; undefined where the intent is not ours. */
export const findCheckout = (db: Db, intentId: string) =>
  checkouts(db).where('payment.stripe_payment_intent_id', '=', intentId).executeTakeFirst()

const checkouts = (db: Db) =>
  db
    .selectFrom('payment_transactions as payment')
    .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
    .select([
      'hold.id as hold_id',
      'hold.status as hold_status',
      'hold.expires_at',
      'payment.id as payment_id',
      'payment.user_id',
      'hold.purpose as payment_type',
      'payment.description',
      'payment.total_amount',
      'payment.refunded_amount',
      'payment.currency',
      'payment.status',
      'payment.receipt_url',
      'payment.card_brand',
      'payment.card_last4',
      'payment.booking_count',
      'payment.failure_message',
      'payment.stripe_payment_intent_id',
    ])
    // A payment that booked nothing is refunded.
    .select(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_items')
            .select('payment_items.id')
            .whereRef('payment_items.payment_transaction_id', '=', 'payment.id'),
        ),
      ).as('given_back'),
    )
    .select(({ selectFrom }) => {
      const ids = selectFrom('payment_items as item')
        .select(({ fn }) =>
          fn
            .coalesce(
              'item.booking_id',
              'item.coach_booking_id',
              'item.class_registration_id',
              'item.camp_registration_id',
            )
            .as('id'),
        )
        .whereRef('item.payment_transaction_id', '=', 'payment.id')
        .orderBy('item.id')
      return sql<string[]>`array(${ids})`.as('item_ids')
    })

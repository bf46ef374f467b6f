import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/database.ts'

/** The person. */
export interface Owner {
  readonly id: string
  /** Lower case, and confirmed. */
  readonly email: string
}

/** A row of the file; instants become ISO 8601 when it is written. */
export type Row = Record<string, unknown>

/** Includes guest payments with the confirmed address, as the payments tab does. */
export const readPayments = (db: Db, { id, email }: Owner): Promise<Row[]> =>
  db
    .selectFrom('payment_transactions as payment')
    .select(['id', 'payment_type', 'payment_description', 'description', 'total_amount', 'refunded_amount'])
    .select(['currency', 'payment_method', 'card_brand', 'card_last4', 'status', 'receipt_url'])
    .select(['customer_name', 'customer_email', 'payment_date', 'admin_notes as notes', 'created_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_refunds as refund')
          .select(['refund.id', 'refund.amount', 'refund.reason', 'refund.status', 'refund.created_at'])
          .select('refund.completed_at')
          .whereRef('payment_transaction_id', '=', 'payment.id')
          .orderBy('refund.created_at'),
      ).as('refunds'),
    )
    .where(({ or, and, eb }) =>
      or([
        eb('user_id', '=', id),
        and([eb('user_id', 'is', null), eb(sql`lower(customer_email)`, '=', email)]),
      ]),
    )
    .orderBy('created_at')
    .execute()

/** Card checkouts, finished or not. */
export const readCheckouts = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('checkout_holds')
    .select(['id', 'purpose', 'status', 'amount', 'created_at', 'expires_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

/** The person's memberships, oldest first, for the download of own data. */
export const readMemberships = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'cancel_at_period_end', 'current_period_start', 'current_period_end'])
    .select(['agreement_version', 'agreement_accepted_at', 'created_at', 'canceled_at', 'monthly_price'])
    .select(['frozen_from', 'frozen_until', 'card_brand', 'card_last4'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

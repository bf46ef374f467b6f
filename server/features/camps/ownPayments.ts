import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A registration that is not canceled, if it is this customer's; null for all others alike. */
export const findOwnSeat = async (db: Db, id: string, userId: string) =>
  (await db
    .selectFrom('camp_registrations')
    .select(['id', 'camp_id', 'status'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .executeTakeFirst()) ?? null

/**
 * The provider's ids of this customer's open payments for a camp, the latest first: of the registration itself, or of a
 * seat that was to be bought anew and whose payment would pay the registration.
 */
export async function openCampPayments(
  db: Db,
  seat: { id: string; camp_id: string },
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_transactions as payment')
    .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
    .select('payment.stripe_payment_intent_id as intent')
    .where('payment.user_id', '=', userId)
    .where('payment.status', 'in', ['pending', 'failed'])
    .where('payment.stripe_payment_intent_id', 'is not', null)
    .where('hold.purpose', '=', 'camp_registration')
    .where(sql<string>`hold.details ->> 'campId'`, '=', seat.camp_id)
    .where(sql<string>`coalesce(hold.details ->> 'registrationId', ${seat.id})`, '=', seat.id)
    .orderBy('payment.created_at', 'desc')
    .execute()
  return rows.flatMap(({ intent }) => intent ?? [])
}

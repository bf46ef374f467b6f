import { type RawBuilder, sql } from 'kysely'
import { refundableCents } from '../../../shared/domain/bookings/changePolicy.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { isOwnRow, participantsOf } from '../households/ownRows.ts'
import { cardMoneyFor, deskMoneyFor, paidOf } from '../payments/refunds/cardMoney.ts'

/**
 * A registration that is not canceled, if someone of this customer's household takes part; null for all others alike.
 *
 * @param userId null for staff, who may ask for anybody's.
 */
export const findOwnSeat = async (db: Db, id: string, userId: string | null) =>
  (await db
    .selectFrom('camp_registrations as registration')
    .select(['id', 'camp_id', 'status', 'participant_id'])
    .where('id', '=', id)
    .where('guest_name', 'is', null)
    .$if(userId !== null, (query) => query.where(isOwnRow({ id: userId ?? '' }, 'registration', 'user_id')))
    .where('status', '<>', 'canceled')
    .executeTakeFirst()) ?? null

/** Whether a camp's checkout `hold` pays this registration, which is named by its id. */
export const paysRegistration = (id: string): RawBuilder<boolean> => sql<boolean>`(
  hold.details ->> 'registrationId' = ${id}
  or hold.details @> jsonb_build_object('seats', jsonb_build_array(jsonb_build_object('registrationId', ${id}::text)))
)`

/**
 * The provider's ids of the open payments of a household for a seat, the latest first: of the registration itself, or of a
 * seat that was to be bought again and whose payment would pay the registration.
 */
export async function openCampPayments(
  db: Db,
  seat: { id: string; camp_id: string; participant_id: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_transactions as payment')
    .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
    .select('payment.stripe_payment_intent_id as intent')
    .where('payment.status', 'in', ['pending', 'failed'])
    .where('payment.stripe_payment_intent_id', 'is not', null)
    .where('hold.purpose', '=', 'camp_registration')
    .where(sql<string>`hold.details ->> 'campId'`, '=', seat.camp_id)
    .where(
      sql<boolean>`(${paysRegistration(seat.id)} or exists (
        select from checkout_hold_seats held
        where held.checkout_hold_id = hold.id and held.participant_id = ${seat.participant_id}::uuid
      ))`,
    )
    .orderBy('payment.created_at', 'desc')
    .execute()
  return rows.flatMap(({ intent }) => intent ?? [])
}

/**
 * Registrations of a household for one camp that are to be paid, with the camp; in the order of their making. What is owed is
 * less than the price where a part of it was paid and not given back. A concurrent cancellation waits for the lock and then
 * cancels the checkout.
 *
 * @returns `registration_not_found` if one is canceled, of another camp or household, or none; `already_registered` if
 * one is paid.
 */
export async function readUnpaidSeats(
  tx: Tx,
  { campId, ids, userId }: { campId: string; ids: readonly string[]; userId: string },
) {
  const registrations = await tx
    .selectFrom('camp_registrations as registration')
    .select(['registration.id', 'registration.status', 'registration.total_cost', 'participant_id'])
    .select([
      cardMoneyFor('camp_registration_id', 'registration.id').as('card_money'),
      deskMoneyFor('camp_registration_id', 'registration.id').as('desk_money'),
    ])
    .where('registration.id', 'in', ids)
    .where('registration.camp_id', '=', campId)
    .where('registration.guest_name', 'is', null)
    .where(isOwnRow({ id: userId }, 'registration', 'user_id'))
    .where('registration.status', '<>', 'canceled')
    .orderBy('registration.created_at')
    .orderBy('registration.id')
    .forShare('registration')
    .execute()
  if (registrations.length < ids.length) return refuse('registration_not_found')
  const paid = registrations.find(({ status }) => status === 'paid')
  if (paid) return refusePaid(tx, paid, userId)
  const camp = await tx
    .selectFrom('camps')
    .select(['name', 'start_date', 'end_date'])
    .where('id', '=', campId)
    .executeTakeFirstOrThrow()
  return {
    camp,
    registrations: registrations.map(({ total_cost, card_money, desk_money, ...seat }) => {
      const paid = refundableCents(paidOf({ card_money, desk_money }))
      return { ...seat, owedCents: Math.max(0, centsFromDollars(total_cost) - paid) }
    }),
  }
}

async function refusePaid(
  tx: Tx,
  { id, status, participant_id }: { id: string; status: string; participant_id: string | null },
  userId: string,
): Promise<Refusal> {
  const child = await tx
    .selectFrom('participants')
    .select(['id', 'name'])
    .where('id', '=', participant_id)
    .where(
      sql<boolean>`user_id is distinct from ${userId}::uuid and id in (${participantsOf({ id: userId })})`,
    )
    .executeTakeFirst()
  const participants = child ? [{ ...child, is_self: false }] : []
  return refuse(
    'already_registered',
    { registration_id: id, status, participants },
    child && `${child.name} is already registered for this camp.`,
  )
}

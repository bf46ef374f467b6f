import { sql } from 'kysely'
import type { AccountDeletion, UpcomingThing } from '../../../shared/contract/accounts/privacy.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { cardMoneyFor, deskMoneyFor } from '../payments/refunds/cardMoney.ts'

export interface Upcoming {
  id: string
  kind: UpcomingThing['kind']
  title: string
  starts_at: Date | null
  paid: boolean
  /** Dollars. Null for a membership or a payment. */
  cost: string | null
  /** As `cardMoneyFor` reads it. */
  card_money: string | null
  /** As `deskMoneyFor` reads it. */
  desk_money: string | null
}

/**
 * The upcoming items of an account: of itself and of those who have no other adult. Paid items and a running membership
 * block its deletion; the others are canceled with it. What a child has with another adult goes on without the account.
 */
export async function readUpcoming(db: Db, userId: string, now: Date): Promise<Upcoming[]> {
  const at = now.toISOString()
  const isAlone = (
    row: string,
    account: 'user_id' | 'customer_id',
  ) => sql`${isOwnRow({ id: userId }, row, account)}
    and ${sql.ref(`${row}.${account}`)} is not null and not exists (
      select from participant_adults other_adult
      where other_adult.participant_id = ${sql.ref(`${row}.participant_id`)} and other_adult.user_id <> ${userId}
    )`
  const { rows } = await sql<Upcoming>`
    select 'cage_booking' as kind, b.id, cages.name as title, b.start_time as starts_at, b.status = 'paid' as paid,
      b.total_cost::text as cost, ${cardMoneyFor('booking_id', 'b.id')}::text as card_money,
      ${deskMoneyFor('booking_id', 'b.id')}::text as desk_money
    from bookings b join cages on cages.id = b.cage_id
    where ${isAlone('b', 'user_id')} and b.status <> 'canceled' and b.start_time > ${at}::timestamptz
    union all
    select 'lesson', b.id, 'Lesson with ' || coaches.name, facility_instant(b.lesson_date + b.start_time),
      b.status = 'paid' or b.payment_status = 'paid',
      b.total_cost::text, ${cardMoneyFor('coach_booking_id', 'b.id')}::text,
      ${deskMoneyFor('coach_booking_id', 'b.id')}::text
    from coach_bookings b join coaches on coaches.id = b.coach_id
    where ${isAlone('b', 'customer_id')} and b.status <> 'canceled'
      and facility_instant(b.lesson_date + b.start_time) > ${at}::timestamptz
    union all
    select 'class_session', r.id, c.name, facility_instant(i.class_date + i.start_time), r.status = 'paid',
      r.total_cost::text, ${cardMoneyFor('class_registration_id', 'r.id')}::text,
      ${deskMoneyFor('class_registration_id', 'r.id')}::text
    from class_registrations r
    join class_instances i on i.id = r.class_instance_id
    join classes c on c.id = i.class_id
    where ${isAlone('r', 'user_id')} and r.status <> 'canceled' and i.status = 'active'
      and facility_instant(i.class_date + i.start_time) > ${at}::timestamptz
    union all
    select 'camp', r.id, c.name, days.first, r.status = 'paid',
      r.total_cost::text, ${cardMoneyFor('camp_registration_id', 'r.id')}::text,
      ${deskMoneyFor('camp_registration_id', 'r.id')}::text
    from camp_registrations r
    join camps c on c.id = r.camp_id
    cross join lateral (
      select min(facility_instant(t.date + t.start_time)) as first, max(facility_instant(t.date + t.end_time)) as last
      from camp_timeslots t where t.camp_id = c.id
    ) days
    where ${isAlone('r', 'user_id')} and r.status <> 'canceled'
      and coalesce(
        case when r.status = 'paid' then days.last else days.first end,
        nearest_facility_instant((c.end_date + 1)::timestamp)
      ) > ${at}::timestamptz
    union all
    select 'membership', s.id, 'Membership', null, true, null, null, null
    from subscriptions s
    where s.user_id = ${userId} and not s.cancel_at_period_end
      and s.status in ('trialing', 'active', 'past_due', 'unpaid')
    union all
    select 'payment', h.id, 'A card payment', null, true, null, null, null
    from checkout_holds h
    where h.user_id = ${userId} and h.status = 'held' and h.expires_at > ${at}::timestamptz
    order by starts_at nulls first`.execute(db)
  return rows
}

/** An upcoming item in the form of the contract. */
export const asUpcomingThing = ({ kind, title, starts_at }: Upcoming): UpcomingThing => ({
  kind,
  title,
  starts_at: starts_at?.toISOString() ?? null,
})

/** What is in the way of the owner's own deletion, and what would be canceled with it. */
export function asAccountDeletion(upcoming: readonly Upcoming[]): Omit<AccountDeletion, 'staff'> {
  const things = (paid: boolean): UpcomingThing[] =>
    upcoming.filter((thing) => thing.paid === paid).map(asUpcomingThing)
  return { blocking: things(true), canceled: things(false) }
}

/** What comes back to the person when the facility cancels a thing: cents to the card, or cents over the counter. */
export const refundOf = ({ card_money, desk_money }: Upcoming): { card: number; frontDesk: number } => ({
  card: centsFromDollars(card_money ?? 0),
  frontDesk: centsFromDollars(desk_money ?? 0),
})

import { sql } from 'kysely'
import type { AccountDeletion, UpcomingThing } from '../../../shared/contract/privacy.ts'
import type { Db } from '../../db/database.ts'

export interface Upcoming {
  id: string
  kind: UpcomingThing['kind']
  title: string
  starts_at: Date | null
  paid: boolean
}

/**
 * The upcoming items of an account. Paid items and a running membership block its deletion; the others
 * are canceled with it. Guest bookings with the same address do not belong to the account.
 */
export async function readUpcoming(db: Db, userId: string, now: Date): Promise<Upcoming[]> {
  const at = now.toISOString()
  const { rows } = await sql<Upcoming>`
    select 'cage_booking' as kind, b.id, cages.name as title, b.start_time as starts_at, b.status = 'paid' as paid
    from bookings b join cages on cages.id = b.cage_id
    where b.user_id = ${userId} and b.status <> 'canceled' and b.start_time > ${at}::timestamptz
    union all
    select 'lesson', b.id, 'Lesson with ' || coaches.name, facility_instant(b.lesson_date + b.start_time),
      b.status = 'paid' or b.payment_status = 'paid'
    from coach_bookings b join coaches on coaches.id = b.coach_id
    where b.customer_id = ${userId} and b.status <> 'canceled'
      and facility_instant(b.lesson_date + b.start_time) > ${at}::timestamptz
    union all
    select 'class_session', r.id, c.name, facility_instant(i.class_date + i.start_time), r.status = 'paid'
    from class_registrations r
    join class_instances i on i.id = r.class_instance_id
    join classes c on c.id = i.class_id
    where r.user_id = ${userId} and r.status <> 'canceled' and i.status = 'active'
      and facility_instant(i.class_date + i.start_time) > ${at}::timestamptz
    union all
    select 'camp', r.id, c.name, days.first, r.status = 'paid'
    from camp_registrations r
    join camps c on c.id = r.camp_id
    cross join lateral (
      select min(facility_instant(t.date + t.start_time)) as first, max(facility_instant(t.date + t.end_time)) as last
      from camp_timeslots t where t.camp_id = c.id
    ) days
    where r.user_id = ${userId} and r.status <> 'canceled'
      and coalesce(
        case when r.status = 'paid' then days.last else days.first end,
        facility_instant((c.end_date + 1)::timestamp)
      ) > ${at}::timestamptz
    union all
    select 'membership', s.id, 'Membership', null, true
    from subscriptions s
    where s.user_id = ${userId} and not s.cancel_at_period_end
      and s.status in ('trialing', 'active', 'past_due', 'unpaid')
    union all
    select 'payment', h.id, 'A card payment', null, true
    from checkout_holds h
    where h.user_id = ${userId} and h.status = 'held' and h.expires_at > ${at}::timestamptz
    order by starts_at nulls first`.execute(db)
  return rows
}

/** The same, formatted for the person. */
export function toldUpcoming(upcoming: readonly Upcoming[]): Omit<AccountDeletion, 'staff'> {
  const things = (paid: boolean): UpcomingThing[] =>
    upcoming
      .filter((thing) => thing.paid === paid)
      .map(({ kind, title, starts_at }) => ({ kind, title, starts_at: starts_at?.toISOString() ?? null }))
  return { blocking: things(true), canceled: things(false) }
}

import { sql } from 'kysely'
import type { AccountOverview, UpcomingItem } from '../../../../shared/contract/accounts/accountOverview.ts'
import {
  liveSubscriptionStatus,
  type Subscription,
} from '../../../../shared/contract/memberships/memberships.ts'
import type { Db } from '../../../db/database.ts'
import type { Customer } from '../../accounts/customer.ts'
import { isOwnRow } from '../../households/ownRows.ts'
import { bookedBy, participantOf } from '../../households/participation.ts'

/** Upcoming lists: 3 per kind (spec 2 §9). */
const SHOWN = 3

type Kind = 'classes' | 'lessons' | 'bookings' | 'camps'
type Row = UpcomingItem & { kind: Kind; total: number }

/**
 * All data of the overview, in one statement. Upcoming items are not canceled and not over at `now`; of a
 * camp the next timeslot counts, and only its dates where it has none.
 */
export async function readOverview(db: Db, customer: Customer, now: Date): Promise<AccountOverview> {
  const { rows } = await sql<{ subscription: Subscription | null; upcoming: Row[] }>`
    with caller as (
      select ${customer.id}::uuid as id, ${now}::timestamptz as instant,
        time_zone, (${now}::timestamptz at time zone time_zone)::date as today
      from facility
    ),
    upcoming as (
      ${upcomingBookings(customer)} union all ${upcomingLessons(customer)}
      union all ${upcomingClasses(customer)} union all ${upcomingCamps(customer)}
    ),
    placed as (
      select kind, id, page_id, title, day, start_time, end_time, paid, participant, booked_by,
        count(id) over (partition by kind) as total,
        row_number() over (partition by kind order by day, start_time nulls first, id) as place
      from upcoming
    )
    select
      (
        select jsonb_build_object(
          'id', s.id, 'status', status, 'cancel_at_period_end', cancel_at_period_end,
          'current_period_start', current_period_start, 'current_period_end', current_period_end,
          'stripe_subscription_id', stripe_subscription_id, 'created_at', created_at,
          'freeze', case when frozen_from is not null then json_build_object(
            'from', frozen_from, 'until', frozen_until, 'begun', is_frozen
          ) end
        )
        from subscriptions s
        join caller on s.user_id = caller.id
        where status in (${sql.join(liveSubscriptionStatus.options)})
        order by created_at desc
        limit 1
      ) as subscription,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'total', total, 'id', id, 'page_id', page_id, 'title', title, 'day', day,
          'start_time', to_char(start_time, 'HH24:MI'), 'end_time', to_char(end_time, 'HH24:MI'), 'paid', paid,
          'participant', participant, 'booked_by', booked_by
        ) order by place), '[]')
        from placed
        where place <= ${SHOWN}
      ) as upcoming
  `.execute(db)
  const [row] = rows
  const list = (kind: Kind) => {
    const found = (row?.upcoming ?? []).filter((item) => item.kind === kind)
    return { count: found[0]?.total ?? 0, next: found.map(withoutPlace) }
  }
  return {
    subscription: row?.subscription ? withPlainInstants(row.subscription) : null,
    classes: list('classes'),
    lessons: list('lessons'),
    bookings: list('bookings'),
    camps: list('camps'),
  }
}

const upcomingBookings = (customer: Customer) => sql`
  select 'bookings' as kind, taken.id, cages.id as page_id, cages.name as title,
    (start_time at time zone time_zone)::date as day, (start_time at time zone time_zone)::time as start_time,
    (end_time at time zone time_zone)::time as end_time, status = 'paid' as paid, participant, booked_by
  from (
    select b.id, cage_id, start_time, end_time, status, ${participation(customer, 'b', 'user_id')}
    from bookings b
    where ${isOwnRow(customer, 'b', 'user_id')}
  ) taken
  cross join caller
  join cages on cages.id = taken.cage_id
  where status <> 'canceled' and end_time > instant`

const upcomingLessons = (customer: Customer) => sql`
  select 'lessons', l.id, coaches.id, coaches.name, lesson_date, start_time, end_time, payment_status = 'paid',
    ${participation(customer, 'l', 'customer_id')}
  from coach_bookings l
  cross join caller
  join coaches on coaches.id = l.coach_id
  where ${isOwnRow(customer, 'l', 'customer_id')} and l.status <> 'canceled'
    and facility_instant(lesson_date + end_time) > instant`

const upcomingClasses = (customer: Customer) => sql`
  select 'classes', r.id, classes.id, classes.name, class_date, i.start_time, i.end_time,
    r.status = 'paid' or r.total_cost = 0, ${participation(customer, 'r', 'user_id')}
  from class_registrations r
  cross join caller
  join class_instances i on i.id = r.class_instance_id
  join classes on classes.id = i.class_id
  where ${isOwnRow(customer, 'r', 'user_id')} and r.status <> 'canceled' and i.status = 'active'
    and facility_instant(class_date + i.end_time) > instant`

const upcomingCamps = (customer: Customer) => sql`
  select 'camps', r.id, camps.id, camps.name,
    coalesce(slot.date, greatest(camps.start_date, today)), slot.start_time, slot.end_time,
    r.status = 'paid' or r.total_cost = 0, ${participation(customer, 'r', 'user_id')}
  from camp_registrations r
  cross join caller
  join camps on camps.id = r.camp_id
  left join lateral (
    select t.date, t.start_time, t.end_time
    from camp_timeslots t
    where t.camp_id = camps.id and facility_instant(t.date + t.end_time) > instant
    order by t.date, t.start_time
    limit 1
  ) slot on true
  where ${isOwnRow(customer, 'r', 'user_id')} and r.status <> 'canceled' and (
    slot.date is not null
    or (camps.end_date >= today and not exists (select from camp_timeslots t where t.camp_id = camps.id))
  )`

const participation = (customer: Customer, row: string, account: 'user_id' | 'customer_id' | null) =>
  sql`${participantOf(customer, row)} as participant, ${bookedBy(customer, row, account)} as booked_by`

function withoutPlace({ kind: _kind, total: _total, ...item }: Row): UpcomingItem {
  return item
}

/** PostgreSQL writes instants in JSON with the connection's offset. */
function withPlainInstants(subscription: Subscription): Subscription {
  const utc = (instant: string) => new Date(instant).toISOString()
  const { freeze, current_period_start: start, current_period_end: end } = subscription
  return {
    ...subscription,
    freeze: freeze && { ...freeze, from: utc(freeze.from), until: utc(freeze.until) },
    current_period_start: start && utc(start),
    current_period_end: end && utc(end),
    created_at: utc(subscription.created_at),
  }
}

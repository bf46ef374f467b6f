import { sql } from 'kysely'
import type { UserStanding, UserTotals } from '../../../shared/contract/people/people.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { accountsFound, type PeopleQuery } from './peopleList.ts'

/** What `asked.id` owes, as the person's own page says (personPage.ts): `due.owed`. */
const owing = sql`
    cross join lateral (
      select sum(source.total_cost) as owed from booking_entries e
      cross join lateral (
        select total_cost from bookings where e.kind in ('booking', 'guest_booking') and id = e.source_id
        union all select total_cost from coach_bookings
        where e.kind = 'lesson' and id = e.source_id and payment_status <> 'paid'
        union all select total_cost from class_registrations where e.kind = 'class' and id = e.source_id
      ) source
      where e.person_id = asked.id and e.status = 'pending payment'
    ) booked
    cross join lateral (
      select coalesce(booked.owed, 0) + coalesce(sum(total_cost), 0) as owed from camp_registrations seat
      where seat.user_id = asked.id and seat.status = 'registered'
    ) due`

interface StandingRow {
  id: string
  owed: string
  last_visit: Date | null
  is_member: boolean
  children: string[]
}

/**
 * How each of these accounts stands, for a page of the list of users: what it owes, when it was last there, whether it is a member, and its people without accounts.
 */
export async function readStandings(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, UserStanding>> {
  const { rows } = await sql<StandingRow>`
    select asked.id, due.owed::text as owed, visit.starts_at as last_visit,
      exists (select from members where members.user_id = asked.id) as is_member,
      array(
        select participant.name from participant_adults adult
        join participants participant on participant.id = adult.participant_id
        where adult.user_id = asked.id and participant.user_id is null order by participant.name, participant.id
      ) as children
    from unnest(${ids}::uuid[]) asked (id)
    ${owing}
    left join lateral (
      select e.starts_at from booking_entries e
      where e.person_id = asked.id and e.starts_at <= ${now} and e.status <> 'canceled'
        and not exists (select from bookings where id = e.source_id and attendance = 'no_show')
        and not exists (select from coach_bookings where id = e.source_id and attendance = 'no_show')
      order by e.starts_at desc limit 1
    ) visit on true`.execute(db)
  return new Map(
    rows.map(({ id, owed, last_visit, ...row }) => [
      id,
      { ...row, owed: dollarsFromDecimal(owed), last_visit: last_visit?.toISOString() ?? null },
    ]),
  )
}

/** So many accounts are added up. */
const MOST_ADDED_UP = 2_500

/** What all accounts of a query owe together; null where they are too many to add up. */
export async function readPeopleTotals(
  db: Db,
  query: Omit<PeopleQuery, 'page_size'>,
  most = MOST_ADDED_UP,
): Promise<UserTotals | null> {
  const { rows } = await sql<{ count: number; owing_count: number; owed: string }>`
    with asked as materialized (${accountsFound(db, query).limit(most + 1)})
    select (select count(*) from asked)::integer as count, (count(*) filter (where due.owed > 0))::integer as owing_count,
      coalesce(sum(due.owed), 0)::text as owed
    from (select id from asked where (select count(*) from asked) <= ${most}) asked ${owing}`.execute(db)
  const { count = 0, owing_count = 0, owed = '0' } = rows[0] ?? {}
  return count > most ? null : { count, owing_count, owed: dollarsFromDecimal(owed) }
}

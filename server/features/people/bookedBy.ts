import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '../../../shared/contract/page.ts'
import type { PersonBooking } from '../../../shared/contract/people/personPage.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { keyId, keyInstant, keysetList, type Page } from '../../db/keyset.ts'
import { Refusal } from '../../refusal.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { participantOf } from '../households/participation.ts'

export interface BookedRow {
  kind: PersonBooking['kind']
  id: string
  title: string
  starts_at: Date | null
  ends_at: Date | null
  status: PersonBooking['status']
  total_cost: string
  participant_name: string | null
  /** By this account, or by the desk for a guest whom the account has claimed; not by another adult of a child. */
  is_payer: boolean
  /** `starts_at`, or a day to sort by where there is none. */
  sorted_at: Date
}

/** What an account shows as its own, of every kind: of itself and of everybody for whom it is an adult. */
export function bookedBy(account: { readonly id: string }): RawBuilder<BookedRow> {
  const name = (row: string) => sql`${participantOf(account, row)} ->> 'name'`
  const pays = (column: string) => sql`coalesce(${sql.ref(column)} = ${account.id}::uuid, true)`
  const seatStatus = (row: string) =>
    sql`case ${sql.ref(`${row}.status`)} when 'registered' then 'pending payment' else ${sql.ref(`${row}.status`)} end`
  return sql<BookedRow>`(
    select guest_or_account('booking', b.guest_name) as kind, b.id, cages.name as title, b.start_time as starts_at, b.end_time as ends_at, b.status,
      b.total_cost, ${name('b')} as participant_name, ${pays('b.user_id')} as is_payer, b.start_time as sorted_at
    from bookings b join cages on cages.id = b.cage_id
    where ${isOwnRow(account, 'b', 'user_id')}
    union all
    select 'lesson', l.id, 'Lesson with ' || coaches.name, at.starts, at.ends,
      case when l.status = 'pending payment' and l.payment_status = 'paid' then 'paid' else l.status end,
      l.total_cost, ${name('l')}, ${pays('l.customer_id')}, at.starts
    from coach_bookings l
    join coaches on coaches.id = l.coach_id
    cross join lateral (
      select facility_instant(l.lesson_date + l.start_time) as starts, facility_instant(l.lesson_date + l.end_time) as ends
    ) at
    where ${isOwnRow(account, 'l', 'customer_id')}
    union all
    select 'class_registration', r.id, c.name, at.starts, at.ends,
      case when i.status = 'canceled' then 'canceled' else ${seatStatus('r')} end,
      r.total_cost, ${name('r')}, ${pays('r.user_id')}, at.starts
    from class_registrations r
    join class_instances i on i.id = r.class_instance_id
    join classes c on c.id = i.class_id
    cross join lateral (
      select facility_instant(i.class_date + i.start_time) as starts, facility_instant(i.class_date + i.end_time) as ends
    ) at
    where ${isOwnRow(account, 'r', 'user_id')}
    union all
    select guest_or_account('camp_registration', seat.guest_name), seat.id, c.name, days.starts, days.ends, ${seatStatus('seat')},
      seat.total_cost, ${name('seat')}, ${pays('seat.user_id')},
      coalesce(days.starts, nearest_facility_instant(c.start_date::timestamp))
    from camp_registrations seat
    join camps c on c.id = seat.camp_id
    cross join lateral (
      select min(facility_instant(t.date + t.start_time)) as starts,
        coalesce(max(facility_instant(t.date + t.end_time)), nearest_facility_instant((c.end_date + 1)::timestamp)) as ends
      from camp_timeslots t where t.camp_id = c.id
    ) days
    where ${isOwnRow(account, 'seat', 'user_id')}
  )`
}

const soonestFirst = keysetList('bookings to come', [keyInstant('sorted_at'), keyId('id')], 'asc')
const latestFirst = keysetList('bookings of the past', [keyInstant('sorted_at'), keyId('id')], 'desc')

/** A page of what a person and their people have booked and is not over, or is. `cursor_invalid` as in every list. */
export async function listPersonBookings(
  db: Db,
  userId: string,
  query: PageQuery & { when: 'upcoming' | 'past' },
  now: Date,
): Promise<Page<PersonBooking> | Refusal> {
  const list = query.when === 'upcoming' ? soonestFirst : latestFirst
  const start = list.open(query)
  if (start instanceof Refusal) return start
  const isUpcoming = sql<boolean>`coalesce(ends_at, sorted_at) > ${now.toISOString()}::timestamptz`
  const rows = db
    .selectFrom(bookedBy({ id: userId }).as('booked'))
    .select(['kind', 'id', 'title', 'starts_at', 'ends_at', 'status', 'total_cost', 'participant_name'])
    .where(query.when === 'upcoming' ? isUpcoming : sql<boolean>`not ${isUpcoming}`)
  const page = await list.read(rows, start)
  return { items: page.items.map(shownBooking), cursor: page.cursor }
}

const shownBooking = (row: Omit<BookedRow, 'is_payer' | 'sorted_at'>): PersonBooking => ({
  ...row,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  total_cost: dollarsFromDecimal(row.total_cost),
})

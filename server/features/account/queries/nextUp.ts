import { sql } from 'kysely'
import type { NextUpItem } from '../../../../shared/contract/accounts/nextUp.ts'
import type { ParticipantName } from '../../../../shared/contract/accounts/participation.ts'
import type { PageQuery } from '../../../../shared/contract/page.ts'
import {
  type Changeable,
  changeRefusalOf,
  changeUntil,
} from '../../../../shared/domain/bookings/changePolicy.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import type { CampSession } from '../../../../shared/domain/programs/camps.ts'
import { changeableCamp } from '../../../../shared/domain/programs/registrationPolicy.ts'
import { facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { keyInstant, keysetList, keyText, type Page } from '../../../db/keyset.ts'
import { Refusal } from '../../../refusal.ts'
import type { Customer } from '../../accounts/customer.ts'
import { isOwnRow } from '../../households/ownRows.ts'
import { bookedBy, participantOf } from '../../households/participation.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'

const soonestFirst = keysetList('next up', [keyInstant('ahead.starts_at'), keyText('ahead.key')], 'asc')

interface AheadRow {
  kind: NextUpItem['kind']
  id: string
  key: string
  title: string
  place: string | null
  starts_at: Date
  ends_at: Date
  has_times: boolean
  status: Changeable['status']
  total_cost: string
  paid: boolean
  /** Hours; of a camp days. */
  cutoff: number
  part: number
  parts: number
  camp: { start_date: string; end_date: string; camp_timeslots: CampSession[] } | null
  participant_id: string | null
  user_id: string | null
}

/**
 * A page of what the customer's household has ahead: neither canceled nor over at `now`, soonest first, with the cut-off by
 * the rule that each was booked under.
 *
 * @returns `cursor_invalid` where the cursor is not of this list.
 */
export async function listNextUp(
  db: Db,
  customer: Customer,
  query: PageQuery,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<Page<NextUpItem> | Refusal> {
  // The cursor is only of this customer.
  const from = soonestFirst.open({ ...query, search_query: customer.id })
  if (from instanceof Refusal) return from
  const instant = now.toISOString()
  const ahead = sql<AheadRow>`(
    ${cages(customer, instant)}
    union all ${lessons(customer, instant)}
    union all ${classSessions(customer, instant)}
    union all ${campDays(customer, instant)}
  )`
  const rows = db
    .selectFrom(ahead.as('ahead'))
    .select(['ahead.kind', 'ahead.id', 'ahead.key', 'ahead.title', 'ahead.place', 'ahead.starts_at'])
    .select(['ahead.ends_at', 'ahead.has_times', 'ahead.status', 'ahead.total_cost', 'ahead.paid'])
    .select(['ahead.cutoff', 'ahead.part', 'ahead.parts', 'ahead.camp'])
    .select(participantOf(customer, 'ahead').as('participant'))
    .select(bookedBy(customer, 'ahead', 'user_id').as('booked_by'))
  const page = await soonestFirst.read(rows, from)
  return { ...page, items: page.items.map((row) => itemOf(row, now, facility.time_zone)) }
}

type ReadRow = Omit<AheadRow, 'participant_id' | 'user_id'> & {
  participant: ParticipantName | null
  booked_by: string | null
}

function itemOf(row: ReadRow, now: Date, zone: string): NextUpItem {
  const { kind, id, key, title, place, starts_at, ends_at, has_times, part, parts, paid } = row
  const booked = changeableOf(row, zone)
  const reason = changeRefusalOf(booked, now)
  return {
    ...{ kind, id, key, title, place, paid },
    day: facilityDay(starts_at, zone),
    start_time: has_times ? facilityWallTime(starts_at, zone) : null,
    end_time: has_times ? facilityWallTime(ends_at, zone) : null,
    part: parts > 1 ? { number: part, of: parts } : null,
    cost: dollarsFromDecimal(row.total_cost),
    change: { allowed: reason === null, until: changeUntil(booked).toISOString(), reason },
    participant: row.participant,
    booked_by: row.booked_by,
  }
}

const changeableOf = (row: ReadRow, zone: string): Changeable =>
  row.camp
    ? changeableCamp({ status: 'registered', cutoffDays: row.cutoff }, row.camp, zone)
    : { status: row.status, start: row.starts_at, end: row.ends_at, cutoffHours: row.cutoff }

const cages = (customer: Customer, now: string) => sql`
  select
    'booking' as kind, b.id, b.id::text as key, cages.name as title, null as place,
    b.start_time as starts_at, b.end_time as ends_at, true as has_times, b.status, b.total_cost,
    b.status = 'paid' as paid, b.cancellation_cutoff_hours as cutoff, 1 as part, 1 as parts, null::jsonb as camp,
    b.participant_id, b.user_id
  from bookings b join cages on cages.id = b.cage_id
  where ${isOwnRow(customer, 'b', 'user_id')} and b.status <> 'canceled' and b.end_time > ${now}::timestamptz`

const lessons = (customer: Customer, now: string) => sql`
  select
    'lesson', b.id, b.id::text, coaches.name, cages.name,
    facility_instant(b.lesson_date + b.start_time), facility_instant(b.lesson_date + b.end_time), true,
    b.status, b.total_cost, b.status = 'paid' or b.payment_status = 'paid', b.cancellation_cutoff_hours, 1, 1,
    null::jsonb, b.participant_id, b.customer_id
  from coach_bookings b join coaches on coaches.id = b.coach_id join cages on cages.id = b.cage_id
  where ${isOwnRow(customer, 'b', 'customer_id')} and b.status <> 'canceled'
    and b.lesson_date >= facility_day(${now}::timestamptz) - 1
    and facility_instant(b.lesson_date + b.end_time) > ${now}::timestamptz`

/** Only sessions that take place. */
const classSessions = (customer: Customer, now: string) => sql`
  select
    'class', r.id, r.id::text, c.name, null,
    facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time), true,
    'pending payment', r.total_cost, r.status = 'paid' or r.total_cost = 0, r.cancellation_cutoff_hours, 1, 1,
    null::jsonb, r.participant_id, r.user_id
  from class_registrations r
  join class_instances i on i.id = r.class_instance_id
  join classes c on c.id = i.class_id
  where ${isOwnRow(customer, 'r', 'user_id')} and r.status <> 'canceled' and i.status = 'active'
    and facility_instant(i.class_date + i.end_time) > ${now}::timestamptz`

/** Each day of the camp that is not over; one without times stands at the day that it begins on, or today. */
const campDays = (customer: Customer, now: string) => sql`
  select
    'camp', r.id, r.id || coalesce('-' || day.id, ''), c.name, null,
    coalesce(day.starts_at, nearest_facility_instant(greatest(c.start_date, facility_day(${now}::timestamptz)) + time '00:00')),
    coalesce(day.ends_at, nearest_facility_instant(c.end_date + 1 + time '00:00')), day.id is not null,
    'pending payment', r.total_cost, r.status = 'paid' or r.total_cost = 0, r.cancellation_cutoff_days,
    coalesce(day.part, 1), coalesce(day.parts, 1),
    jsonb_build_object('start_date', c.start_date, 'end_date', c.end_date, 'camp_timeslots', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'date', t.date, 'start_time', t.start_time, 'end_time', t.end_time
      ) order by t.date, t.start_time), '[]') from camp_timeslots t where t.camp_id = c.id
    )),
    r.participant_id, r.user_id
  from camp_registrations r
  join camps c on c.id = r.camp_id
  left join lateral (
    select t.id, facility_instant(t.date + t.start_time) as starts_at,
      facility_instant(t.date + t.end_time) as ends_at,
      (row_number() over (order by t.date, t.start_time))::integer as part, (count(t.id) over ())::integer as parts
    from camp_timeslots t
    where t.camp_id = c.id
  ) day on true
  where ${isOwnRow(customer, 'r', 'user_id')} and r.status <> 'canceled'
    and coalesce(day.ends_at, nearest_facility_instant(c.end_date + 1 + time '00:00')) > ${now}::timestamptz`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookingTotals, ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { keyInstant } from '../../db/keyset.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { cameBack } from '../payments/refunds/cardMoney.ts'
import type { Position } from './bookingPositions.ts'
import { readRefundable } from './refundable.ts'
import { readTold } from './told.ts'

/** An entry with all that its sources have to show. */
interface EntryRow {
  source_id: string
  group_id: string
  kind: ListedBooking['kind']
  starts_at: Date
  ends_at: Date
  status: ListedBooking['status']
  person_kind: 'account' | 'guest' | null
  person_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  /** Who takes part; null where it is the account, or a guest. */
  participant_name: string | null
  cage_ids: string[]
  coach_id: string | null
  coach_name: string | null
  class_id: string | null
  class_name: string | null
  own_status: string
  payment_status: ListedBooking['payment_status']
  payment_method: string | null
  created_at: Date
  admin_notes: string | null
  total_cost: string
  cage_cost: string | null
  version: number
  attendance: ListedBooking['attendance']
  attendance_at: Date | null
  freed_from: Date | null
}

/**
 * Entries with their sources. Everything is looked up by its key, row by row: the lateral limits keep the planner from
 * reading a whole table of people for a page.
 */
const readEntries = (db: Db, from: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql<EntryRow>`
  select e.source_id, e.group_id, e.kind, e.starts_at, e.ends_at, e.status, e.person_id, e.coach_id, e.class_id,
    person.kind as person_kind, person.name, person.email, person.phone,
    case when person.kind is distinct from 'guest' and (participant.user_id is null or participant.user_id <> e.person_id)
      then participant.name end as participant_name,
    coaches.name as coach_name, classes.name as class_name,
    case when e.kind <> 'class' then array[e.cage_id] when e.source_id = e.group_id then array(
      select cage_id from class_instance_cages where class_instance_id = e.source_id
    ) else '{}' end as cage_ids,
    source.status as own_status, source.payment_status, source.payment_method, source.created_at, source.admin_notes,
    source.total_cost, source.cage_cost, source.version, source.attendance, source.attendance_at,
    source.freed_from
  from ${from}
  cross join lateral (
    select status, null as payment_status, payment_method, created_at, admin_notes, total_cost,
      null::numeric as cage_cost, version, attendance, attendance_at, freed_from
    from bookings where e.kind in ('booking', 'guest_booking') and id = e.source_id
    union all
    select status, payment_status, payment_method, created_at, admin_notes, total_cost,
      cage_cost, version, attendance, attendance_at, freed_from
    from coach_bookings where e.kind = 'lesson' and id = e.source_id
    union all
    select status, null, null, created_at, null, 0, null, 0, null, null, null
    from class_instances where e.kind = 'class' and id = e.source_id
    union all
    select status, null, null, created_at, null, total_cost, null, 0, null, null, null
    from class_registrations where e.kind = 'class' and id = e.source_id
  ) source
  left join lateral (
    select kind, name, email, phone from people_index where id = e.person_id limit 1
  ) person on true
  left join lateral (
    select name, user_id from participants where id = e.participant_id limit 1
  ) participant on true
  left join lateral (select name from coaches where id = e.coach_id limit 1) coaches on true
  left join lateral (select name from classes where id = e.class_id limit 1) classes on true
  order by ${order}`.execute(db)

/** The rows of the list at these positions, in their order. */
export async function readGroups(db: Db, positions: readonly Position[]): Promise<ListedBooking[]> {
  if (positions.length === 0) return []
  const starts = positions.map(({ startsAt }) => startsAt)
  const groups = positions.map(({ group }) => group)
  const [cages, { rows }] = await Promise.all([
    readCages(db),
    readEntries(
      db,
      sql`unnest(${starts}::float8[], ${groups}::uuid[]) with ordinality as position (start, group_id, n)
    join booking_entries e
      on e.starts_at = to_timestamp(position.start / 1000000) and e.group_id = position.group_id`,
      sql`position.n, person.name, source.created_at, e.source_id`,
    ),
  ])
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id)
  return groups.flatMap((group) => {
    const [first, ...others] = byGroup.get(group) ?? []
    return first ? [rowOf([first, ...others], cages)] : []
  })
}

/** The rows at these positions, to be added up. */
export const groupsAt = (positions: readonly Position[]): RawBuilder<unknown> => sql`
  select to_timestamp(at.start / 1000000) as starts_at, at.group_id
  from unnest(
    ${positions.map(({ startsAt }) => startsAt)}::float8[], ${positions.map(({ group }) => group)}::uuid[]
  ) at (start, group_id)`

/** How many rows these are, and their money: what is not canceled, and what of it is not paid. */
export async function sumGroups(db: Db, groups: RawBuilder<unknown>): Promise<BookingTotals> {
  const { rows } = await sql<{ count: number; total: string; unpaid: string; unpaid_count: number }>`
    select (count(distinct (e.starts_at, e.group_id)))::integer as count, coalesce(sum(source.total_cost) filter (where e.status <> 'canceled'), 0)::text as total,
      coalesce(sum(source.total_cost) filter (where e.status = 'pending payment'), 0)::text as unpaid,
      (count(distinct e.group_id) filter (where e.status = 'pending payment' and source.total_cost > 0))::integer as unpaid_count
    from (${groups}) position
    join booking_entries e on e.starts_at = position.starts_at and e.group_id = position.group_id
    left join lateral (
      select total_cost from bookings where e.kind in ('booking', 'guest_booking') and id = e.source_id
      union all select total_cost from coach_bookings where e.kind = 'lesson' and id = e.source_id
      union all select total_cost from class_registrations where e.kind = 'class' and id = e.source_id
    ) source on true`.execute(db)
  const { count = 0, total = '0', unpaid = '0', unpaid_count = 0 } = rows[0] ?? {}
  return {
    count,
    total_cost: dollarsFromDecimal(total),
    unpaid_count,
    unpaid_cost: dollarsFromDecimal(unpaid),
  }
}

/** The row of the list that has this booking, lesson, session or seat, and each of its bookings by itself; null for none. */
export async function findListed(
  db: Db,
  id: string,
  { now, actorId }: { readonly now: Date; readonly actorId: string },
): Promise<ListedAlone | null> {
  const { rows } = await sql<Position>`
    select ${keyInstant('starts_at').read} as "startsAt", group_id as "group" from booking_entries
    where source_id = ${id}`.execute(db)
  const [booking] = await readGroups(db, rows)
  if (!booking) return null
  const ids = sql<SqlBool>`entry.source_id = any (${booking.ids}::uuid[])`
  const [members, lesson, payments, told] = await Promise.all([
    booking.kind === 'class' ? [booking] : readScheduled(db, ids),
    db
      .selectFrom('coach_bookings')
      .select(['coach_notes', 'customer_notes'])
      .where('id', '=', id)
      .executeTakeFirst(),
    readPaymentsOf(db, booking.ids),
    readTold(db, booking.ids, actorId),
  ])
  const refunds = await readRefundable(db, members, now)
  return { booking, members, lesson: lesson ?? null, payments, refunds, told }
}

/** What paid for these bookings and lessons, oldest first. */
async function readPaymentsOf(db: Db, ids: readonly string[]) {
  const columns = ['booking_id', 'coach_booking_id'] as const
  const rows = await db
    .selectFrom('payment_items as item')
    .innerJoin('payment_transactions as payment', 'payment.id', 'item.payment_transaction_id')
    .select(['payment.id', 'payment.payment_method', 'payment.created_at'])
    .select(({ fn }) => fn.sum<string>('item.amount').as('amount'))
    .select(
      sql<string>`least(sum(item.amount), (
        select coalesce(sum(back.amount), 0) from payment_refunds back
        where back.payment_transaction_id = payment.id
          and (back.payment_item_id is null or back.payment_item_id = any (array_agg(item.id))) and ${cameBack}
      ))`.as('refunded'),
    )
    .where(({ or, eb }) => or(columns.map((column) => eb(`item.${column}`, 'in', [...ids]))))
    .where('payment.status', 'in', ['completed', 'refunded'])
    .groupBy('payment.id')
    .orderBy('payment.created_at')
    .execute()
  return rows.map(({ id, payment_method, amount, refunded }) => ({
    ...{ id, payment_method },
    amount: dollarsFromDecimal(amount),
    refunded_amount: dollarsFromDecimal(refunded),
  }))
}

export interface ListedAlone {
  booking: ListedBooking
  members: ListedBooking[]
  lesson: { coach_notes: string | null; customer_notes: string | null } | null
  payments: Awaited<ReturnType<typeof readPaymentsOf>>
  refunds: Awaited<ReturnType<typeof readRefundable>>
  told: string[]
}

/** The entries that match, each booking a row of its own and a class session with its seats, by start and cage. */
export async function readScheduled(db: Db, matching: RawBuilder<SqlBool>): Promise<ListedBooking[]> {
  const [cages, { rows }] = await Promise.all([
    readCages(db),
    readEntries(
      db,
      sql`(select * from booking_entries entry where ${matching}) e`,
      sql`e.starts_at, person.name, e.source_id`,
    ),
  ])
  const byRow = Map.groupBy(rows, ({ kind, group_id, source_id }) =>
    kind === 'class' ? group_id : source_id,
  )
  const order = new Map(cages.map(({ id }, index) => [id, index]))
  const cageOrder = ({ cages: [first] }: ListedBooking) => order.get(first?.id ?? '') ?? cages.length
  return [...byRow.values()]
    .flatMap(([first, ...others]) => (first ? [rowOf([first, ...others], cages)] : []))
    .sort((a, b) => a.start_time.localeCompare(b.start_time) || cageOrder(a) - cageOrder(b))
}

interface NamedCage {
  id: string
  name: string
}

/** There are few; named once, and not for each row. */
const readCages = (db: Db): Promise<NamedCage[]> =>
  db.selectFrom('cages').select(['id', 'name']).orderBy('name').execute()

/** One row of the list, of the entries of its group. */
function rowOf(entries: readonly [EntryRow, ...EntryRow[]], allCages: readonly NamedCage[]): ListedBooking {
  const session = entries.find(({ source_id, group_id }) => source_id === group_id)
  const seats = session ? entries.filter((entry) => entry !== session) : []
  const bookings = session ? [session] : entries
  const first = session ?? entries[0]
  const ids = new Set(bookings.flatMap((entry) => entry.cage_ids))
  const cages = allCages.filter(({ id }) => ids.has(id))
  const paidFor = entries.filter(({ kind, own_status }) => kind !== 'class' || own_status !== 'canceled')
  const notes = [...new Set(bookings.flatMap(({ admin_notes }) => admin_notes ?? []))]
  const freed = new Set(bookings.map(({ freed_from }) => freed_from?.getTime()))
  const attendances = new Set(bookings.map(({ attendance }) => attendance))
  const cageNames = cages.map(({ name }) => name).join(', ') || null
  return {
    id: first.source_id,
    ids: bookings.map(({ source_id }) => source_id),
    kind: first.kind,
    booking_type: BOOKING_TYPES[first.kind],
    customer_id: first.person_kind === 'account' ? first.person_id : null,
    customer_name: session ? null : (first.name ?? DELETED_USER),
    participant_name: session ? null : first.participant_name,
    customer_email: first.email,
    customer_phone: first.phone,
    item_name: itemName({ ...first, cage_name: cageNames }),
    status: first.status,
    payment_status: first.payment_status,
    payment_method: first.payment_method,
    start_time: first.starts_at.toISOString(),
    end_time: first.ends_at.toISOString(),
    created_at: new Date(Math.min(...bookings.map(({ created_at }) => created_at.getTime()))).toISOString(),
    revision: first.version,
    revisions: bookings.map(({ version }) => version),
    attendance: attendances.size === 1 ? first.attendance : null,
    attendance_at: attendances.size === 1 ? (first.attendance_at?.toISOString() ?? null) : null,
    freed_from: freed.size === 1 ? (first.freed_from?.toISOString() ?? null) : null,
    total_cost: sumOf(paidFor, ({ total_cost }) => total_cost),
    cage_cost: first.kind === 'lesson' ? sumOf(entries, ({ cage_cost }) => cage_cost ?? '0') : null,
    admin_notes: notes.join('\n') || null,
    booking_count: bookings.length,
    cages,
    cage_name: cageNames,
    coach_id: first.coach_id,
    coach_name: first.coach_name,
    class_id: first.class_id,
    participants: seats.map(({ source_id, person_kind, person_id, name, participant_name, own_status }) => ({
      id: source_id,
      customer_id: person_kind === 'account' ? person_id : null,
      full_name: participant_name ?? name ?? DELETED_USER,
      customer_name: participant_name === null ? null : name,
      status: own_status as 'registered' | 'paid' | 'canceled',
    })),
  }
}

/** Dollars of several entries together. */
const sumOf = (entries: readonly EntryRow[], dollarsOf: (entry: EntryRow) => string): number =>
  dollarsFromCents(entries.reduce((sum, entry) => sum + centsFromDollars(dollarsOf(entry)), 0))

export const BOOKING_TYPES = {
  booking: 'Cage Booking',
  guest_booking: 'Cage Booking',
  lesson: 'Coach Lesson',
  class: 'Class Session',
} as const

export interface Names {
  cage_name: string | null
  coach_name: string | null
  class_name: string | null
}

/** What a row calls what is booked. */
export const itemName = ({ class_name, coach_name, cage_name }: Names): string =>
  class_name ?? (coach_name ? `Lesson with ${coach_name}` : (cage_name ?? ''))

/** What someone has to see to, each list with its first entries and the count of all. */

import { sql } from 'kysely'
import type { Attention, FillingProgram } from '../../../shared/contract/people/dashboard.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { addDays, facilityDay, minuteMs } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { spanOf } from '../../db/dayRange.ts'
import { builtInTemplates, isTemplateName } from '../messages/templates.ts'
import { expectedCash } from '../payments/desk/drawers.ts'
import { readBookingTotals } from '../schedule/bookingList.ts'
import { readScheduleDay } from '../schedule/schedule.ts'

/** How many of each list are shown; its own page has the rest. */
const SHOWN = 8
/** Days ahead in which programs are looked at that fill up, and how many are shown. */
const FILLING = { days: 14, shown: 4 }
/** A payment that the provider has not ended by then is stuck: holds last 15 minutes, and a job looks every minute. */
const STUCK_MINUTES = 30
/** A refund to a card is under way for some minutes at most, then the provider has it or refuses. */
const LATE_REFUND_MINUTES = 60

interface Counted {
  /** Of all, on every row. */
  all_count: number
}

/** What the dashboard lists under Needs Attention; each list has a few rows and the count of all. */
export async function readAttention(db: Db, now: Date, timeZone: string): Promise<Attention> {
  const [drawer, filling, contact, unpaid, refunds, mail, payments, disputes] = await Promise.all([
    openDrawers(db),
    fillingPrograms(db, now, timeZone),
    newContactMessages(db),
    unpaidToday(db, now, timeZone),
    refundsByHand(db),
    failedMail(db),
    stuckPayments(db, now),
    openDisputes(db),
  ])
  return { drawer, filling, contact, unpaid, refunds, mail, payments, disputes }
}

async function openDrawers(db: Db): Promise<Attention['drawer']> {
  const { rows } = await sql<{ open: number; expected: string }>`
    select count(*)::integer as open, coalesce(sum(${expectedCash}), 0) as expected
    from drawer_shifts shift where closed_at is null`.execute(db)
  return { open: rows[0]?.open ?? 0, expected: dollarsFromDecimal(rows[0]?.expected ?? '0') }
}

/** Camps that begin soon and classes with a session soon; of a class the fullest session. */
async function fillingPrograms(db: Db, now: Date, timeZone: string): Promise<Attention['filling']> {
  const today = facilityDay(now, timeZone)
  const days = sql`between ${today}::date and ${addDays(today, FILLING.days)}::date`
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<FillingProgram>`
    select * from (
      select distinct on (kind, id) kind, id, session_id, name, day::text, taken, max_spots from (
        select 'camp' as kind, id, null::uuid as session_id, name, start_date as day,
          camp_seats_taken(id, ${at}) as taken, max_spots
        from camps where start_date ${days} and published and called_off_at is null
        union all
        select 'class', classes.id, session.id, classes.name, session.class_date,
          class_session_seats_taken(session.id, ${at}), classes.max_spots
        from class_instances session join classes on classes.id = session.class_id
        where session.class_date ${days} and session.status = 'active'
      ) program
      where taken * 2 >= max_spots
      order by kind, id, taken desc, day
    ) filling
    order by taken::numeric / max_spots desc, day, name, id limit ${FILLING.shown}`.execute(db)
  return rows
}

/** What visitors wrote and nobody has answered or marked as done. */
async function newContactMessages(db: Db): Promise<Attention['contact']> {
  interface Row extends Counted {
    id: string
    name: string
    subject: Attention['contact']['items'][number]['subject']
    message: string
    phone: string
    email: string | null
    created_at: Date
  }
  const { rows } = await sql<Row>`
    select id, name, subject, message, phone, email, created_at, (count(*) over ())::integer as all_count
    from contact_messages where handled_at is null and replied_at is null
    order by created_at, id limit ${SHOWN}`.execute(db)
  return {
    count: rows[0]?.all_count ?? 0,
    items: rows.map(({ all_count, ...row }) => ({ ...row, created_at: row.created_at.toISOString() })),
  }
}

/** What begins today and is not paid, as the list of bookings adds it up; those of cages and lessons by themselves, the earlier first. */
async function unpaidToday(db: Db, now: Date, timeZone: string): Promise<Attention['unpaid']> {
  const today = facilityDay(now, timeZone)
  const span = spanOf({ range: 'today' }, now, timeZone)
  const [totals, all] = await Promise.all([
    readBookingTotals(db, { status_filter: 'pending payment', span, page_size: SHOWN }, now),
    readScheduleDay(db, today, timeZone),
  ])
  const unpaid = all.filter(
    ({ kind, status, start_time, total_cost }) =>
      kind !== 'class' &&
      status === 'pending payment' &&
      total_cost > 0 &&
      facilityDay(start_time, timeZone) === today,
  )
  const { unpaid_count: count = 0, unpaid_cost: total_amount = 0 } = totals ?? {}
  return { count, total_amount, bookings: unpaid.slice(0, SHOWN) }
}

async function refundsByHand(db: Db): Promise<Attention['refunds']> {
  interface Row extends Counted {
    id: string
    payment_id: string
    customer_name: string | null
    description: string | null
    amount: string
    created_at: Date
    all_amount: string
  }
  const { rows } = await sql<Row>`
    select back.id, paid.id as payment_id, paid.customer_name, paid.description, back.amount, back.created_at,
      (count(*) over ())::integer as all_count, sum(back.amount) over () as all_amount
    from payment_refunds back
    join payment_transactions paid on paid.id = back.payment_transaction_id
    where back.way = 'desk' and back.status = 'pending'
    order by back.created_at, back.id limit ${SHOWN}`.execute(db)
  return {
    count: rows[0]?.all_count ?? 0,
    total_amount: dollarsFromDecimal(rows[0]?.all_amount ?? '0'),
    items: rows.map(({ all_count, all_amount, ...row }) => ({
      ...row,
      amount: dollarsFromDecimal(row.amount),
      created_at: row.created_at.toISOString(),
    })),
  }
}

async function failedMail(db: Db): Promise<Attention['mail']> {
  interface Row extends Counted {
    id: string
    template: string
    to_email: string
    to_user_id: string | null
    last_error: string | null
    created_at: Date
  }
  const { rows } = await sql<Row>`
    select id, template, to_email, to_user_id, last_error, created_at, (count(*) over ())::integer as all_count
    from outbox where status = 'failed' and dismissed_at is null
    order by created_at desc, id limit ${SHOWN}`.execute(db)
  return {
    count: rows[0]?.all_count ?? 0,
    items: rows.map(({ template, last_error, all_count, ...row }) => ({
      ...row,
      description: isTemplateName(template) ? builtInTemplates[template].description : template,
      reason: last_error,
      created_at: row.created_at.toISOString(),
    })),
  }
}

async function stuckPayments(db: Db, now: Date): Promise<Attention['payments']> {
  interface Row extends Counted {
    id: string
    customer_name: string | null
    amount: string
    problem: Attention['payments']['items'][number]['problem']
    reason: string | null
    since: Date
  }
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs).toISOString()
  const { rows } = await sql<Row>`
    select *, (count(*) over ())::integer as all_count from (
      select paid.id, paid.customer_name, paid.total_amount as amount, 'payment_open' as problem,
        paid.failure_message as reason, paid.created_at as since
      from payment_transactions paid
      where paid.status = 'pending' and paid.processing and paid.next_check_at is not null
        and paid.created_at < ${before(STUCK_MINUTES)}
      union all
      select paid.id, paid.customer_name, back.amount, case back.status when 'failed' then 'refund_failed' else 'refund_late' end,
        back.failure_message, back.created_at
      from payment_refunds back
      join payment_transactions paid on paid.id = back.payment_transaction_id
      where back.way = 'card' and (
        back.status = 'pending' and back.created_at < ${before(LATE_REFUND_MINUTES)}
        -- The provider's own word, and nothing was given back in its place since.
        or back.status = 'failed' and back.stripe_refund_id is not null and not exists (
          select from payment_refunds later
          where later.payment_transaction_id = back.payment_transaction_id and later.created_at > back.created_at
            and later.status <> 'failed'
        )
      )
    ) stuck
    order by since, id limit ${SHOWN}`.execute(db)
  return {
    count: rows[0]?.all_count ?? 0,
    items: rows.map(({ all_count, ...row }) => ({
      ...row,
      amount: dollarsFromDecimal(row.amount),
      since: row.since.toISOString(),
    })),
  }
}

async function openDisputes(db: Db): Promise<Attention['disputes']> {
  interface Row extends Counted {
    id: string
    payment_id: string
    customer_name: string | null
    amount: string
    reason: string
    status: string
    respond_by: Date | null
  }
  const { rows } = await sql<Row>`
    select dispute.id, paid.id as payment_id, paid.customer_name, dispute.amount, dispute.reason, dispute.status,
      dispute.respond_by, (count(*) over ())::integer as all_count
    from payment_disputes dispute
    join payment_transactions paid on paid.id = dispute.payment_transaction_id
    where dispute.status not in ('won', 'lost', 'warning_closed', 'prevented')
    order by dispute.respond_by nulls last, dispute.id limit ${SHOWN}`.execute(db)
  return {
    count: rows[0]?.all_count ?? 0,
    items: rows.map(({ all_count, ...row }) => ({
      ...row,
      amount: dollarsFromDecimal(row.amount),
      respond_by: row.respond_by?.toISOString() ?? null,
    })),
  }
}

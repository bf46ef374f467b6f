/**
 * The dashboard's figures. The specification does not say how they are computed; `figureHelp` in
 * shared/domain/bookings/figures.ts says it in words, on the screen and in docs/operations.md.
 *
 * Days that are over are read from `daily_figures`, which `closeFigures` keeps. Today, the two days before, and days
 * that changed since they were closed are computed as they are now.
 */

import { sql } from 'kysely'
import type { AdminStats, FigurePeriod } from '../../../shared/contract/people/dashboard.ts'
import { type PeriodKind, periodsUntil } from '../../../shared/domain/bookings/figures.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { addDays, dayBounds, facilityDay, mondayOf } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { task } from '../../jobs/tasks.ts'
import { readScheduleDays } from '../schedule/schedule.ts'

/** Closes the days that are over. What is not closed is computed at each reading: right, but slow. */
export const closeFigures = task('close-figures', '13 * * * *', (tx) =>
  sql`select close_figures()`.execute(tx),
)

/** Days whose figures are computed as they are now: never closed yet, or changed since. */
const openDays = (today: string) => sql`array(
  select day from stale_figure_days
  union
  select generate_series(
    coalesce(
      (select max(day) + 1 from daily_figures),
      facility_day(least(
        (select min(starts_at) from booking_entries),
        (select min(coalesce(completed_at, created_at)) from payment_transactions where status in ('completed', 'refunded'))
      ))
    ), ${today}::date, interval '1 day'
  )::date
)`

/** All days up to today, closed or not. */
const figuresUntil = (today: string) => sql`(
  select * from daily_figures where day not in (select day from stale_figure_days)
  union all
  select * from figures_of(${openDays(today)})
)`

interface Totals {
  revenue: string | null
  week_revenue: string | null
  week_lesson_revenue: string | null
  cages_paid: string | null
  cages_pending: string | null
  cages_canceled: string | null
  lessons_paid: string | null
  others: string | null
}

/** What is booked for days to come, which no day's figures have yet. */
interface Ahead {
  cages_paid: number
  cages_pending: number
  cages_canceled: number
  lessons_paid: number
  others: number
}

interface Counts {
  users: number
  signups: number
  cages: number
}

const SIGN_UP_DAYS = 7

/** The figures of the cards and panels (spec 3 §2). */
export async function readStats(db: Db, now: Date, timeZone: string): Promise<AdminStats> {
  const today = facilityDay(now, timeZone)
  const monday = mondayOf(today)
  const { end } = dayBounds(today, timeZone)
  const since = new Date(now.getTime() - SIGN_UP_DAYS * 86_400_000)
  const revenue = sql`cage_revenue + lesson_revenue + class_revenue + camp_revenue + membership_revenue + goods_revenue`
  const [[day], totals, ahead, counts] = await Promise.all([
    // As the schedule of today counts, so that the two never differ.
    readScheduleDays(db, { from: today, to: today, perDay: 0, timeZone }),
    sql<Totals>`
      select
        sum(${revenue}) as revenue,
        sum(${revenue}) filter (where day >= ${monday}) as week_revenue,
        sum(lesson_revenue) filter (where day >= ${monday}) as week_lesson_revenue,
        sum(cages_paid) as cages_paid, sum(cages_pending) as cages_pending, sum(cages_canceled) as cages_canceled,
        sum(lessons_paid) as lessons_paid, sum(lessons_pending + seats_paid + seats_pending) as others
      from ${figuresUntil(today)} figures`.execute(db),
    sql<Ahead>`
      select
        (count(*) filter (where cage and status = 'paid'))::integer as cages_paid,
        (count(*) filter (where cage and status = 'pending payment'))::integer as cages_pending,
        (count(*) filter (where cage and status = 'canceled'))::integer as cages_canceled,
        (count(*) filter (where kind = 'lesson' and status = 'paid'))::integer as lessons_paid,
        (count(*) filter (where not cage and status = 'pending payment' or seat and status = 'paid'))::integer as others
      from (
        select kind, status, kind in ('booking', 'guest_booking') as cage, kind = 'class' and source_id <> group_id as seat
        from booking_entries where starts_at >= ${end.toISOString()}::timestamptz
      ) entries
      where kind <> 'class' or seat`.execute(db),
    sql<Counts>`
      select
        (select count(*)::integer from people_index where kind = 'account') as users,
        (select count(*)::integer from people_index where kind = 'account' and created_at >= ${since.toISOString()}) as signups,
        (select count(*)::integer from cages where is_active) as cages`.execute(db),
  ])
  const past = totals.rows[0]
  const next = ahead.rows[0]
  const both = (of: keyof Totals & keyof Ahead): number => Number(past?.[of] ?? 0) + (next?.[of] ?? 0)
  const lessonsPaid = both('lessons_paid')
  return {
    total_revenue: dollarsFromDecimal(past?.revenue ?? '0'),
    this_week_revenue: dollarsFromDecimal(past?.week_revenue ?? '0'),
    total_bookings: both('cages_paid') + both('cages_pending') + lessonsPaid + both('others'),
    total_users: counts.rows[0]?.users ?? 0,
    confirmed_bookings: both('cages_paid'),
    pending_bookings: both('cages_pending'),
    cancelled_bookings: both('cages_canceled'),
    todays_bookings: day?.total ?? 0,
    total_coach_bookings: lessonsPaid,
    this_week_coach_revenue: dollarsFromDecimal(past?.week_lesson_revenue ?? '0'),
    total_cages: counts.rows[0]?.cages ?? 0,
    recent_signups: counts.rows[0]?.signups ?? 0,
  }
}

interface DayRow {
  day: string
  cages: string
  lessons: string
  classes: string
  camps: string
  memberships: string
  goods: string
  cage_minutes: number
  open_minutes: number
}

/** Revenue and use of the cages by day, week or month, oldest first; a period without anything is there too. */
export async function readSeries(
  db: Db,
  by: PeriodKind,
  now: Date,
  timeZone: string,
): Promise<FigurePeriod[]> {
  const today = facilityDay(now, timeZone)
  const periods = periodsUntil(today, by)
  const from = periods[0]?.start ?? today
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, cage_revenue as cages, lesson_revenue as lessons, class_revenue as classes,
      camp_revenue as camps, membership_revenue as memberships, goods_revenue as goods, cage_minutes, open_minutes
    from (
      select * from daily_figures
      where day >= ${from} and day not in (select day from stale_figure_days)
      union all
      select * from figures_of(array(select day from unnest(${openDays(today)}) as day where day >= ${from}))
    ) figures`.execute(db)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return periods.map(({ start, end }) => {
    const days: DayRow[] = []
    for (let day = start; day <= end && day <= today; day = addDays(day, 1)) {
      const row = byDay.get(day)
      if (row) days.push(row)
    }
    const cents = (of: 'cages' | 'lessons' | 'classes' | 'camps' | 'memberships' | 'goods'): number =>
      days.reduce((sum, row) => sum + Math.round(Number(row[of]) * 100), 0)
    const kinds = {
      cages: cents('cages'),
      lessons: cents('lessons'),
      classes: cents('classes'),
      camps: cents('camps'),
      memberships: cents('memberships'),
      goods: cents('goods'),
    }
    const all = Object.values(kinds).reduce((sum, part) => sum + part, 0)
    return {
      start,
      end,
      cages: kinds.cages / 100,
      lessons: kinds.lessons / 100,
      classes: kinds.classes / 100,
      camps: kinds.camps / 100,
      memberships: kinds.memberships / 100,
      goods: kinds.goods / 100,
      revenue: all / 100,
      cage_hours: days.reduce((sum, row) => sum + row.cage_minutes, 0) / 60,
      open_hours: days.reduce((sum, row) => sum + row.open_minutes, 0) / 60,
    }
  })
}

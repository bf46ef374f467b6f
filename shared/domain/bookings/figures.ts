/** The dashboard's figures in words, and the periods of its charts. */
import { addDays, compareDays, mondayOf } from '../time/time.ts'

/**
 * What each figure of the dashboard is (spec 3 §2). The specification does not show the formulas; these are ours, in the
 * order of the screen.
 */
export const figureHelp = {
  total_revenue: 'Money received by card and at the desk, less refunds, on the day it was taken or refunded.',
  this_week_revenue: 'The same since Monday.',
  total_bookings:
    'All cage bookings, lessons and class spots that aren’t canceled, past and upcoming. Camps aren’t included.',
  total_users: 'People with an account, and people entered by staff.',
  confirmed_bookings: 'Cage bookings that are paid.',
  pending_bookings: 'Cage bookings that aren’t paid yet.',
  cancelled_bookings: 'Cage bookings that were canceled.',
  todays_bookings:
    'What today’s schedule counts: cage bookings, lessons and class sessions that aren’t canceled. A class session counts once, however many are registered.',
  total_coach_bookings: 'Lessons that are paid.',
  this_week_coach_revenue: 'Money for lessons since Monday, less refunds.',
  total_cages: 'Cages in service.',
  recent_signups: 'Accounts created in the last seven days.',
} as const
export type FigureName = keyof typeof figureHelp

export type PeriodKind = 'day' | 'week' | 'month'

/** How many periods a chart shows. */
export const periodCounts: Readonly<Record<PeriodKind, number>> = { day: 30, week: 26, month: 12 }

export interface Period {
  readonly start: string
  readonly end: string
}

/** The periods up to the one that `today` is in, oldest first; weeks begin on Monday. */
export function periodsUntil(today: string, kind: PeriodKind): Period[] {
  const periods: Period[] = []
  let start = firstDayOf(today, kind)
  while (periods.length < periodCounts[kind]) {
    const end = addDays(firstDayOfNext(start, kind), -1)
    periods.unshift({ start, end })
    start = firstDayOf(addDays(start, -1), kind)
  }
  return periods
}

function firstDayOf(day: string, kind: PeriodKind): string {
  if (kind === 'day') return day
  return kind === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
}

function firstDayOfNext(start: string, kind: PeriodKind): string {
  if (kind === 'day') return addDays(start, 1)
  return kind === 'week' ? addDays(start, 7) : firstDayOf(addDays(start, 31), 'month')
}

/** How much of the open time is taken, in percent; null where the cages are not open at all. */
export const percentTaken = ({
  cage_hours,
  open_hours,
}: {
  cage_hours: number
  open_hours: number
}): number | null => (open_hours > 0 ? Math.round((cage_hours / open_hours) * 100) : null)

/** Whether a period has begun but not ended, so that it must not be compared with the ones before. */
export const isCurrent = ({ end }: Period, today: string): boolean => compareDays(end, today) >= 0

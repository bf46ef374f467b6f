import { addDays, daysBetween, mondayOf } from '../../../../shared/domain/time/time.ts'
import { dayInText, dayParts, formatDates, yearOtherThan } from '../../../../shared/domain/time/timeFormat.ts'
import type { ScheduleView } from './scheduleSearch.ts'

/** The facility days that a view shows: a month with the whole weeks that it touches. */
export function shownRange(view: ScheduleView, date: string): { first: string; last: string } {
  if (view === 'day') return { first: date, last: date }
  if (view === 'week') return { first: mondayOf(date), last: addDays(mondayOf(date), 6) }
  return { first: mondayOf(firstOfMonth(date)), last: addDays(mondayOf(lastOfMonth(date)), 6) }
}

/** All days of a range, in order. */
export const daysOf = ({ first, last }: { first: string; last: string }): string[] =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => addDays(first, n))

/** The day that Previous (-1) and Next (1) lead to; in a shorter month the last day stands for a later one. */
export function stepDate(view: ScheduleView, date: string, step: 1 | -1): string {
  if (view === 'day') return addDays(date, step)
  if (view === 'week') return addDays(date, 7 * step)
  const month = step === 1 ? addDays(lastOfMonth(date), 1) : firstOfMonth(addDays(firstOfMonth(date), -1))
  const last = lastOfMonth(month)
  const same = `${month.slice(0, 8)}${date.slice(8)}`
  return same < last ? same : last
}

/** What is shown, in words: 'Tue, Nov 24', 'Nov 23–29', 'Nov 2026'; a year only where it is not that of `today`. */
export function titleOf(view: ScheduleView, date: string, today: string): string {
  if (view === 'day') return dayInText(date, today)
  if (view === 'month') return monthTitle(date)
  const { first, last } = shownRange('week', date)
  return `${formatDates(first, last)}${yearOtherThan(today, last)}`
}

/** 'Nov 2026' */
const monthTitle = (date: string): string => `${dayParts(date).month} ${date.slice(0, 4)}`

export const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`

/** Four weeks and a week after the first is always in this month or early in the next. */
export function lastOfMonth(date: string): string {
  const inNext = addDays(firstOfMonth(date), 31)
  const next = inNext.slice(0, 7) === date.slice(0, 7) ? addDays(inNext, 1) : firstOfMonth(inNext)
  return addDays(next, -1)
}

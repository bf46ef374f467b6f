import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { scheduleDayQuery } from '../../../api/queries/scheduleDay.ts'
import { useLiveDesk } from '../../../api/queries/staffSchedule.ts'
import { read } from '../../../api/read.ts'
import { mostOfMonthDay } from './MonthView.tsx'
import { daysOf, shownRange } from './scheduleRange.ts'
import type { ScheduleSearch, ScheduleView } from './scheduleSearch.ts'

interface Asked {
  view: ScheduleView
  date: string
  search: ScheduleSearch
  /** Whether the chosen day of a week or month is listed, as on a phone. */
  listsDay: boolean
  /** Whether how full a week or month is will do in place of its bookings. */
  isOverview: boolean
}

/**
 * What the schedule shows, kept fresh. Search and status are asked of the server, so that a week, a month and a day find
 * the same.
 */
export function useSchedule({ view, date, search: { search, status, open }, listsDay, isOverview }: Asked) {
  const range = shownRange(view, date)
  const shown = daysOf(range)
  // A stream takes forty topics, and a month may show 42 days: those of its neighbours are left to Refresh.
  useLiveDesk(view === 'month' ? shown.filter((day) => day.slice(0, 7) === date.slice(0, 7)) : shown)

  const perDay = isOverview ? 0 : view === 'month' ? mostOfMonthDay : view === 'week' ? undefined : 0
  const isFiltered = search !== undefined || status !== undefined
  const daysOfRange = { start_date: range.first, end_date: range.last, per_day: perDay }
  const filter = { search_query: search || undefined, status_filter: status }
  const days = useQuery({ ...read('GET /api/admin/schedule/days', daysOfRange), enabled: view !== 'day' })
  const load = useQuery({
    ...read('GET /api/admin/schedule/load', { start_date: range.first, end_date: range.last }),
    enabled: isOverview,
  })
  const matches = useQuery({
    ...read('GET /api/admin/schedule/days', { ...daysOfRange, ...filter }),
    enabled: isFiltered && view !== 'day',
    placeholderData: keepPreviousData,
  })
  const needsDay = view === 'day' || listsDay || open !== undefined
  const day = useQuery({ ...scheduleDayQuery(date), enabled: needsDay })
  const ofDay = useQuery({
    ...read('GET /api/admin/schedule/days', { start_date: date, end_date: date, ...filter }),
    enabled: isFiltered && needsDay,
    placeholderData: keepPreviousData,
  })
  const found = isFiltered ? ofDay.data?.flatMap(({ bookings }) => bookings.map(({ id }) => id)) : undefined

  const queries = [day, days, load, matches, ofDay]
  return {
    /** Of a week or month, without search and status. */
    days: days.data,
    /** Of a week or month, with them. */
    shownDays: isFiltered ? matches.data : days.data,
    day: day.data,
    /** Of a week or month, where that is asked for. */
    load: isOverview ? load.data : undefined,
    isFiltered,
    /** The bookings of the day that are searched for; null while that is not known, and where nothing is. */
    found: found ? new Set(found) : null,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    reload: () => {
      for (const query of queries) if (query.isEnabled) void query.refetch()
    },
  }
}

/** What the tiles say of a day, counted as the server counts several. */
export const countsOf = (bookings: readonly ListedBooking[]) => ({
  total: bookings.length,
  paid: bookings.filter(({ status }) => status === 'paid').length,
  pending: bookings.filter(({ status }) => status === 'pending payment').length,
})

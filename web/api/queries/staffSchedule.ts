import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { call } from '../call.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'
import { scheduleDayQuery } from './scheduleDay.ts'

const scheduleKey = [...queryKeys.staff, 'schedule']
const daysKey = [...scheduleKey, 'days']
const rostersKey = (day: string) => [...scheduleKey, 'rosters', day]

interface ScheduleDays {
  first: string
  last: string
  /** How many bookings of each day; all without it, for a week at most. */
  perDay?: number | undefined
  search?: string | undefined
  status?: 'paid' | 'pending payment' | undefined
}

/** Facility days in a row, each with the counts and bookings that match. */
export const scheduleDaysQuery = ({ first, last, perDay, search, status }: ScheduleDays) =>
  queryOptions({
    queryKey: [...daysKey, { first, last, perDay, search, status }],
    queryFn: ({ signal }) => {
      const query = {
        start_date: first,
        end_date: last,
        ...(perDay !== undefined && { per_day: perDay }),
        ...(search && { search_query: search }),
        ...(status && { status_filter: status }),
      }
      return call('GET /api/admin/schedule/days', query, { signal })
    },
  })

/** The class and camp sessions of a facility day with who takes part. */
export const rostersQuery = (day: string) =>
  queryOptions({
    queryKey: rostersKey(day),
    queryFn: ({ signal }) => call('GET /api/admin/schedule/rosters', { schedule_date: day }, { signal }),
  })

/** Loads these days again whenever something on them is booked, paid, moved or canceled, at whichever desk. */
export const useLiveDesk = (days: readonly string[]): void =>
  useLiveQueries(
    Object.fromEntries(
      days.map((day) => [
        topicName('desk', day),
        [[...scheduleDayQuery(day).queryKey], daysKey, rostersKey(day)],
      ]),
    ),
  )

/** After a cage was closed or opened; bookings have `refreshStaffBookings`. */
export const refreshSchedule = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: scheduleKey })

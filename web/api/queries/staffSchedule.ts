import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { api, unwrap } from '../client.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'

const scheduleKey = [...queryKeys.staff, 'schedule']
const dayKey = (day: string) => [...scheduleKey, 'day', day]
const daysKey = [...scheduleKey, 'days']

/** All that takes place on a facility day and is not canceled, each booking a row of its own. */
export const dayScheduleQuery = (day: string) =>
  queryOptions({
    queryKey: dayKey(day),
    queryFn: ({ signal }) =>
      unwrap(api.admin.schedule.$get({ query: { schedule_date: day } }, { init: { signal } })),
  })

interface ScheduleDays {
  first: string
  last: string
  /** How many bookings of each day; all without it, for a week at most. */
  perDay?: number
}

/** Facility days in a row, each with its counts and bookings. */
export const scheduleDaysQuery = ({ first, last, perDay }: ScheduleDays) =>
  queryOptions({
    queryKey: [...daysKey, { first, last, perDay }],
    queryFn: ({ signal }) => {
      const query = {
        start_date: first,
        end_date: last,
        ...(perDay !== undefined && { per_day: perDay }),
      }
      return unwrap(api.admin.schedule.days.$get({ query }, { init: { signal } }))
    },
  })

/** Keeps what staff see of these days fresh while it is on screen. */
export const useLiveDesk = (days: readonly string[]): void =>
  useLiveQueries(Object.fromEntries(days.map((day) => [topicName('desk', day), [dayKey(day), daysKey]])))

/** After something on the schedule was changed. */
export const refreshSchedule = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: scheduleKey })

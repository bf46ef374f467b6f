import { queryOptions } from '@tanstack/react-query'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { call } from '../call.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'

const scheduleDayKey = (day: string) => [...queryKeys.staff, 'schedule', 'grid', day]

/** All of a facility day as the desk sees it. `useLiveScheduleDay` keeps it fresh. */
export const scheduleDayQuery = (day: string) =>
  queryOptions({
    queryKey: scheduleDayKey(day),
    queryFn: ({ signal }) => call('GET /api/admin/schedule/day', { schedule_date: day }, { signal }),
  })

/** Loads the day again whenever something on it is booked, paid, moved or canceled, at whichever desk. */
export const useLiveScheduleDay = (day: string): void =>
  useLiveQueries({ [topicName('desk', day)]: [scheduleDayKey(day)] })

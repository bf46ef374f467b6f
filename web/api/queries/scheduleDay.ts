import { useQuery } from '@tanstack/react-query'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../live.ts'
import { read } from '../read.ts'

/** All of a facility day as the desk sees it. */
export const scheduleDayQuery = (day: string) => read('GET /api/admin/schedule/day', { schedule_date: day })

/** The day, loaded again whenever something on it is booked, paid, moved or canceled, at whichever desk. */
export function useScheduleDay(day: string) {
  const query = scheduleDayQuery(day)
  useLiveQueries({ [topicName('desk', day)]: [query.queryKey] })
  return useQuery(query)
}

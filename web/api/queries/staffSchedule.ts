import { topicName } from '../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'
import { read } from '../read.ts'
import { scheduleDayQuery } from './scheduleDay.ts'

/** The class and camp sessions of a facility day with who takes part. */
export const rostersQuery = (day: string) => read('GET /api/admin/schedule/rosters', { schedule_date: day })

/** Loads these days again whenever something on them is booked, paid, moved or canceled, at whichever desk. */
export const useLiveDesk = (days: readonly string[]): void =>
  useLiveQueries(
    Object.fromEntries(
      days.map((day) => [
        topicName('desk', day),
        [
          scheduleDayQuery(day).queryKey,
          [...queryKeys.staff, 'schedule', 'days'],
          [...queryKeys.staff, 'schedule', 'load'],
          rostersQuery(day).queryKey,
        ],
      ]),
    ),
  )

import { queryOptions } from '@tanstack/react-query'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { call } from '../call.ts'
import { useLiveQueries } from '../live.ts'

const scheduleKey = (day: string) => ['staff', 'portal', 'schedule', day]

/** What is taken on a facility day, as the coach who is signed in sees it. `useLiveCoachSchedule` keeps it fresh. */
export const coachScheduleQuery = (day: string) =>
  queryOptions({
    queryKey: scheduleKey(day),
    queryFn: ({ signal }) => call('GET /api/coach/schedule', { p_date: day }, { signal }),
  })

/** Loads the day again whenever something on it is booked, moved or canceled, or a lesson of this coach changes. */
export const useLiveCoachSchedule = (coachId: string, day: string): void =>
  useLiveQueries({
    [topicName('schedule', day)]: [scheduleKey(day)],
    [topicName('lessons', coachId)]: [scheduleKey(day)],
  })

/** Who may take part in a lesson of a client: the client first, then the rest of the household by name. */
export const clientParticipantsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['staff', 'portal', 'participants', customerId],
    queryFn: ({ signal }) => call('GET /api/coach/clients/:id/participants', { id: customerId }, { signal }),
  })

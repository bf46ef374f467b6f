import { topicName } from '../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../live.ts'
import { read } from '../read.ts'

/** What is taken on a facility day, as the coach who is signed in sees it. `useLiveCoachSchedule` keeps it fresh. */
export const coachScheduleQuery = (day: string) => read('GET /api/coach/schedule', { p_date: day })

/** Loads the day again whenever something on it is booked, moved or canceled, or a lesson of this coach changes. */
export function useLiveCoachSchedule(coachId: string, day: string): void {
  const { queryKey } = coachScheduleQuery(day)
  useLiveQueries({
    [topicName('schedule', day)]: [queryKey],
    [topicName('lessons', coachId)]: [queryKey],
  })
}

/** Who may take part in a lesson of a client: the client first, then the rest of the household by name. */
export const clientParticipantsQuery = (id: string) => read('GET /api/coach/clients/:id/participants', { id })

import { useLiveQueries } from './live.ts'
import { coachDayKey } from './queries/coaches.ts'

/**
 * Keeps the start times of a coach on one facility day (`yyyy-MM-dd`) fresh while they are on screen: a booking of
 * that coach by anyone has them loaded again (spec 1 §4, 'Live refresh').
 */
export const useLiveCoach = (coachId: string, day: string): void =>
  useLiveQueries(
    `/api/coaches/${encodeURIComponent(coachId)}/events?p_lesson_date=${encodeURIComponent(day)}`,
    'coach',
    [coachDayKey(coachId, day)],
  )

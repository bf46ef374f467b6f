import { useLiveQueries } from './live.ts'
import { scheduleQuery } from './queries/cages.ts'

/** Keeps the schedule of one facility day (`yyyy-MM-dd`) fresh while it is on screen. */
export const useLiveSchedule = (day: string): void =>
  useLiveQueries(`/api/events?p_date=${encodeURIComponent(day)}`, 'schedule', [scheduleQuery(day).queryKey])

import { useQuery } from '@tanstack/react-query'
import { nextLessonDayQuery } from '../../api/queries/coaches.ts'

/**
 * The coach's next day with times, loaded when a day has none: null if no later day has any, undefined while unknown.
 */
export function useNextLessonDay(
  coachId: string,
  day: string,
  minutes: number,
  times: readonly unknown[] | undefined,
): string | null | undefined {
  return useQuery({ ...nextLessonDayQuery(coachId, day, minutes), enabled: times?.length === 0 }).data
    ?.lesson_date
}

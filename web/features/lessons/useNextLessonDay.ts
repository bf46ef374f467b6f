import { useQuery } from '@tanstack/react-query'
import { nextLessonDayQuery } from '../../api/queries/coaches.ts'

/**
 * The next day with times of a coach, asked for where a day has none: null where no later day has any either, undefined until
 * it is known.
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

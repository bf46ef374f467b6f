import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import { lessonDaysQuery, nextLessonDayQuery } from '../../api/queries/coaches.ts'

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

/**
 * The days with times in the month that is looked at, which is that of the shown day until `onMonth` turns to another.
 *
 * @param times of the shown day: its times and its mark come from the same answer.
 */
export function useLessonDays(
  coachId: string,
  day: string,
  minutes: number,
  times: readonly unknown[] | undefined,
) {
  const [turned, setTurned] = useState({ from: day, to: day })
  const month = turned.from === day ? turned.to : day
  const query = lessonDaysQuery(coachId, month, minutes)
  const days = useQuery({ ...query, refetchInterval: minuteMs }).data?.days ?? null
  const others = days?.filter((other) => other !== day)
  const isFree = times ? times.length > 0 : days?.includes(day)
  return {
    freeDays: others ? (isFree ? [...others, day] : others) : null,
    onMonth: (to: string) => setTurned({ from: day, to }),
  }
}

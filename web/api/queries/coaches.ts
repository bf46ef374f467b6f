import { queryOptions } from '@tanstack/react-query'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import { call } from '../call.ts'
import { coachDayKey, lessonDaysKey, queryKeys } from '../queryKeys.ts'
import { read } from '../read.ts'

export { coachDayKey, lessonDaysKey }

/** The coaches who give lessons, ordered by name. */
export const coachesQuery = { ...read('GET /api/coaches'), staleTime: 5 * 60_000, meta: { public: true } }

/** One coach; refused with 'coach_not_found' when there is none or the coach no longer works here. */
export const coachQuery = (id: string) => ({
  ...read('GET /api/coaches/:id', { id }),
  staleTime: 5 * 60_000,
  meta: { public: true },
})

// Times of lessons: their keys begin with what makes them untrue, for events and for the server's rendered pages.

/** The next day after one on which the coach has times, or none within the booking window. */
export const nextLessonDayQuery = (coachId: string, day: string, minutes: number) =>
  queryOptions({
    queryKey: [...coachDayKey(coachId, day), minutes, 'next'],
    queryFn: ({ signal }) =>
      call(
        'GET /api/coaches/:id/next-lesson-day',
        { id: coachId, p_lesson_date: day, p_duration_minutes: minutes },
        { signal },
      ),
    meta: { public: true },
  })

/** The days of a month, given by any of them, on which a lesson of so many minutes can start. */
export const lessonDaysQuery = (coachId: string, day: string, minutes: number) =>
  queryOptions({
    queryKey: [...lessonDaysKey(coachId), day.slice(0, 'yyyy-MM'.length), minutes],
    queryFn: ({ signal }) =>
      call(
        'GET /api/coaches/:id/lesson-days',
        { id: coachId, p_lesson_date: day, p_duration_minutes: minutes },
        { signal },
      ),
    meta: { public: true },
  })

/** The next free time of each coach. */
export const nextLessonTimesQuery = queryOptions({
  queryKey: [...queryKeys.coaches, 'next-times'],
  queryFn: ({ signal }) => call('GET /api/next-lesson-times', {}, { signal }),
  // Nothing tells the page of other people's lessons here: asked for again while it is looked at.
  refetchInterval: minuteMs,
  meta: { public: true },
})

/** When a lesson of so many minutes can start on a facility day, and what it costs then. */
export const availabilityQuery = (coachId: string, day: string, minutes: number) =>
  queryOptions({
    queryKey: [...coachDayKey(coachId, day), minutes],
    queryFn: ({ signal }) =>
      call(
        'GET /api/coaches/:id/availability',
        { id: coachId, p_lesson_date: day, p_duration_minutes: minutes },
        { signal },
      ),
    meta: { public: true },
  })

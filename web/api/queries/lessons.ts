import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { coachDayKey, queryKeys } from '../queryKeys.ts'

/** All lessons of the signed-in customer, newest first. */
export const myLessonsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'lessons'],
  queryFn: ({ signal }) => call('GET /api/me/lessons', {}, { signal }),
})

/** The starts of a day to which an own lesson can be moved; loaded again whenever that coach's day changes. */
export const lessonMoveTimesQuery = (lesson: { id: string; coach_id: string }, day: string) =>
  queryOptions({
    queryKey: [...coachDayKey(lesson.coach_id, day), 'move', lesson.id],
    queryFn: ({ signal }) =>
      call('GET /api/me/lessons/:id/move-times', { id: lesson.id, lesson_date: day }, { signal }),
  })

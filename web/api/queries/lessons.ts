import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { coachDayKey, queryKeys } from '../queryKeys.ts'

/** All lessons of the signed-in customer, newest first. */
export const myLessonsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'lessons'],
  queryFn: ({ signal }) => unwrap(api.me.lessons.$get({}, { init: { signal } })),
})

/** The starts of a day to which an own lesson can be moved; loaded again whenever that coach's day changes. */
export const lessonMoveTimesQuery = (lesson: { id: string; coach_id: string }, day: string) =>
  queryOptions({
    queryKey: [...coachDayKey(lesson.coach_id, day), 'move', lesson.id],
    queryFn: ({ signal }) =>
      unwrap(
        api.me.lessons[':id']['move-times'].$get(
          { param: { id: lesson.id }, query: { lesson_date: day } },
          { init: { signal } },
        ),
      ),
  })

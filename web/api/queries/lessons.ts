import { coachDayKey } from '../queryKeys.ts'
import { read } from '../read.ts'

/** All lessons of the signed-in customer, newest first. */
export const myLessonsQuery = read('GET /api/me/lessons')

/** The starts of a day to which an own lesson can be moved; loaded again whenever that coach's day changes. */
export const lessonMoveTimesQuery = ({ id, coach_id }: { id: string; coach_id: string }, day: string) => ({
  ...read('GET /api/me/lessons/:id/move-times', { id, lesson_date: day }),
  queryKey: [...coachDayKey(coach_id, day), 'move', id],
})

import { read } from '../read.ts'

/** One coach with all that staff may change. */
export const staffCoachQuery = (id: string) => ({
  ...read('GET /api/admin/coaches/:id', { id }),
  staleTime: 0,
})

/** The lessons that a coach still has to give. */
export const futureLessonsQuery = (id: string) => ({
  ...read('GET /api/admin/coaches/:id/future-lessons', { id }),
  staleTime: 0,
})

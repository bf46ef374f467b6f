import { classSeatsKey } from '../queryKeys.ts'
import { read } from '../read.ts'

/** The classes that have not ended, by name. */
export const classesQuery = {
  ...read('GET /api/classes'),
  refetchOnWindowFocus: 'always',
  meta: { public: true },
} as const

/** One class with all its sessions; asked for again whenever it is shown, since its spots change. */
export const classQuery = (id: string) => ({
  ...read('GET /api/classes/:id', { id }),
  meta: { public: true },
})

/** The seats of the customer's family in the sessions of one class; among what is the customer's own. */
export const classSeatsQuery = (id: string) => ({
  ...read('GET /api/classes/:id/household-registrations', { id }),
  queryKey: classSeatsKey(id),
})

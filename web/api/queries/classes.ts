import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { classSeatsKey, queryKeys } from '../queryKeys.ts'

/** The classes that have not ended, by name. */
export const classesQuery = queryOptions({
  queryKey: queryKeys.classes,
  queryFn: ({ signal }) => call('GET /api/classes', {}, { signal }),
  staleTime: 5 * 60_000,
  meta: { public: true },
})

/** One class with all its sessions; asked for again whenever it is shown, since its spots change. */
export const classQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.classes, id],
    queryFn: ({ signal }) => call('GET /api/classes/:id', { id }, { signal }),
    meta: { public: true },
  })

/** The seats of the customer's family in the sessions of one class. */
export const classSeatsQuery = (id: string) =>
  queryOptions({
    queryKey: classSeatsKey(id),
    queryFn: ({ signal }) => call('GET /api/classes/:id/household-registrations', { id }, { signal }),
  })

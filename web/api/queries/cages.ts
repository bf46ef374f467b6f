import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** The cages in service with their prices, ordered by name. */
export const cagesQuery = queryOptions({
  queryKey: queryKeys.cages,
  queryFn: ({ signal }) => unwrap(api.cages.$get({}, { init: { signal } })),
  staleTime: 5 * 60_000,
  meta: { public: true },
})

/** What is taken on one facility day, `yyyy-MM-dd`. `useLiveSchedule(day)` keeps it fresh while it is shown. */
export const scheduleQuery = (day: string) =>
  queryOptions({
    queryKey: [...queryKeys.schedule, day],
    queryFn: ({ signal }) => unwrap(api.schedule.$get({ query: { p_date: day } }, { init: { signal } })),
    meta: { public: true },
  })

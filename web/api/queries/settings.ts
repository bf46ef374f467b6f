import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Closure } from '../../../shared/contract/facility/closures.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** The queries of the settings page; what closures show is below `closuresKey`. */
export const settingsKey = [...queryKeys.staff, 'settings']
export const closuresKey = [...queryKeys.staff, 'closures']

/** Everything that the facility's owner can set. */
export const facilitySettingsQuery = queryOptions({
  queryKey: [...settingsKey, 'facility'],
  queryFn: ({ signal }) => call('GET /api/settings/facility', {}, { signal }),
  staleTime: 0,
})

/** The uploaded pictures of the home page. */
export const carouselQuery = queryOptions({
  queryKey: [...settingsKey, 'carousel'],
  queryFn: ({ signal }) => call('GET /api/settings/carousel', {}, { signal }),
})

/** The closures that are not over. */
export const closuresQuery = queryOptions({
  queryKey: [...closuresKey, 'list'],
  queryFn: ({ signal }) => call('GET /api/closures', {}, { signal }),
})

/** What is still booked in a closure. */
export const closureHitsQuery = (closure: Closure | undefined) =>
  queryOptions({
    queryKey: [...closuresKey, 'hits', closure?.id, closure?.revision],
    queryFn: ({ signal }) => {
      const { start_time = '', end_time = '', cages = [] } = closure ?? {}
      const json = { start_time, end_time, cage_ids: cages.map(({ id }) => id) }
      return call('POST /api/closures/preview', json, { signal })
    },
    staleTime: 0,
  })

/** How often the progress of a run is read; its steps are not announced. */
const PROGRESS_MS = 1_000

export const closureRunsQuery = queryOptions({
  queryKey: [...closuresKey, 'runs'],
  queryFn: ({ signal }) => call('GET /api/closure-runs', {}, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.runs.some(({ pending }) => pending > 0) ? PROGRESS_MS : false,
})

export const closureRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...closuresKey, 'run', id],
    queryFn: ({ signal }) => call('GET /api/closure-runs/:run_id', { run_id: id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.run.pending > 0 ? PROGRESS_MS : false),
  })

/** After settings or pictures were saved: the site shows them too. */
export const refreshSettings = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [settingsKey, closuresKey, queryKeys.facility, queryKeys.cages].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

export const refreshClosures = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [closuresKey, queryKeys.schedule].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

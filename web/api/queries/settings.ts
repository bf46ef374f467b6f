import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CarouselPicture } from '../../../shared/contract/facility/carousel.ts'
import type { Closure } from '../../../shared/contract/facility/closures.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { api, apiFetch, problemOf, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'
import type { Once } from '../useAttempt.ts'

/** The queries of the settings page; what closures show is below `closuresKey`. */
export const settingsKey = [...queryKeys.staff, 'settings']
export const closuresKey = [...queryKeys.staff, 'closures']

/** Everything that the facility's owner can set. */
export const facilitySettingsQuery = queryOptions({
  queryKey: [...settingsKey, 'facility'],
  queryFn: ({ signal }) => unwrap(api.settings.facility.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** The uploaded pictures of the home page. */
export const carouselQuery = queryOptions({
  queryKey: [...settingsKey, 'carousel'],
  queryFn: ({ signal }) => unwrap(api.settings.carousel.$get({}, { init: { signal } })),
})

/** The closures that are not over. */
export const closuresQuery = queryOptions({
  queryKey: [...closuresKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.closures.$get({ query: {} }, { init: { signal } })),
})

/** What is still booked in a closure. */
export const closureHitsQuery = (closure: Closure | undefined) =>
  queryOptions({
    queryKey: [...closuresKey, 'hits', closure?.id, closure?.revision],
    queryFn: ({ signal }) => {
      const { start_time = '', end_time = '', cages = [] } = closure ?? {}
      const json = { start_time, end_time, cage_ids: cages.map(({ id }) => id) }
      return unwrap(api.closures.preview.$post({ json }, { init: { signal } }))
    },
    staleTime: 0,
  })

/** How often the progress of a run is read; its steps are not announced. */
const PROGRESS_MS = 1_000

export const closureRunsQuery = queryOptions({
  queryKey: [...closuresKey, 'runs'],
  queryFn: ({ signal }) => unwrap(api['closure-runs'].$get({}, { init: { signal } })),
  refetchInterval: ({ state: { data } }) =>
    data?.runs.some(({ pending }) => pending > 0) ? PROGRESS_MS : false,
})

export const closureRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...closuresKey, 'run', id],
    queryFn: ({ signal }) =>
      unwrap(api['closure-runs'][':run_id'].$get({ param: { run_id: id } }, { init: { signal } })),
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

/** Adds a picture to the home page. The contract's client sends only JSON, so the file is sent here. */
export async function uploadCarouselPicture(
  { file, alt }: { file: File; alt: string },
  once: Once,
): Promise<{ pictures: CarouselPicture[] }> {
  const response = await apiFetch(`/api/settings/carousel?${new URLSearchParams({ alt })}`, {
    method: 'POST',
    body: file,
    headers: {
      'content-type': file.type,
      ...once({ name: file.name, size: file.size, changed: file.lastModified, alt }).headers,
    },
  })
  if (!response.ok) throw await problemOf(response)
  return response.json()
}

const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']

/** Puts a logo in the place of the one that was seen; what it is, the server tells by its content. */
export async function uploadLogo(
  { file, ...query }: { file: File; ground: 'light' | 'dark'; seen: string },
  once: Once,
): Promise<{ logo: NonNullable<Facility['logo']> | null }> {
  const response = await apiFetch(`/api/settings/logo?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: file,
    headers: {
      'content-type': logoTypes.includes(file.type) ? file.type : 'image/png',
      ...once({ name: file.name, size: file.size, changed: file.lastModified, ...query }).headers,
    },
  })
  if (!response.ok) throw await problemOf(response)
  return response.json()
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** What a signed-in coach keeps about themselves: profile, week and time off. */
const portalKey = [...queryKeys.staff, 'portal', 'own']

export const ownCoachQuery = queryOptions({
  queryKey: [...portalKey, 'profile'],
  queryFn: ({ signal }) => call('GET /api/coach/profile', {}, { signal }),
})

export const coachWeekQuery = queryOptions({
  queryKey: [...portalKey, 'week'],
  queryFn: ({ signal }) => call('GET /api/coach/availability', {}, { signal }),
})

export const timeOffQuery = queryOptions({
  queryKey: [...portalKey, 'time-off'],
  queryFn: ({ signal }) => call('GET /api/coach/time-off', {}, { signal }),
})

/** After a coach changed when they work: also what the public pages show of it. */
export const refreshCoachHours = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.staff }),
    queryClient.invalidateQueries({ queryKey: queryKeys.coaches }),
  ])

/** After the profile was saved: the session says which coach an account is. */
export const refreshCoachProfile = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([refreshCoachHours(queryClient), queryClient.invalidateQueries({ queryKey: queryKeys.me })])

/** A picture to upload; `name` tells two of them apart. */
export interface CroppedPicture {
  readonly name: string
  readonly file: Blob
}

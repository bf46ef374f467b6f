import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OwnCoachProfile } from '../../../shared/contract/lessons/coachProfile.ts'
import { api, apiFetch, problemOf, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'
import type { Once } from '../useAttempt.ts'

/** What a signed-in coach keeps about themselves: profile, week and time off. */
const portalKey = [...queryKeys.staff, 'portal', 'own']

export const ownCoachQuery = queryOptions({
  queryKey: [...portalKey, 'profile'],
  queryFn: ({ signal }) => unwrap(api.coach.profile.$get({}, { init: { signal } })),
})

export const coachWeekQuery = queryOptions({
  queryKey: [...portalKey, 'week'],
  queryFn: ({ signal }) => unwrap(api.coach.availability.$get({}, { init: { signal } })),
})

export const timeOffQuery = queryOptions({
  queryKey: [...portalKey, 'time-off'],
  queryFn: ({ signal }) => unwrap(api.coach['time-off'].$get({}, { init: { signal } })),
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

/**
 * Stores a coach's picture. The contract's client sends only JSON, so the file is sent here.
 *
 * @param coachId of another coach, by an admin; without it the coach's own.
 */
export async function uploadPicture(
  { name, file }: CroppedPicture,
  once: Once,
  coachId?: string,
): Promise<WithPicture> {
  const path = coachId === undefined ? '/api/coach/profile' : `/api/admin/coaches/${coachId}`
  const response = await apiFetch(`${path}/picture`, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': file.type, ...once({ name, coachId }).headers },
  })
  if (!response.ok) throw await problemOf(response)
  return response.json()
}

type WithPicture = Pick<OwnCoachProfile, 'profile_image_url'>

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

/** The queries of coaches on staff pages. */
const coachesKey = ['staff', 'coaches']

/** All coaches by name, active or not. */
export const staffCoachesQuery = queryOptions({
  queryKey: [...coachesKey, 'list'],
  queryFn: ({ signal }) => call('GET /api/admin/coaches', {}, { signal }),
})

/** One coach with all that staff may change. */
export const staffCoachQuery = (id: string) =>
  queryOptions({
    queryKey: [...coachesKey, 'profile', id],
    queryFn: ({ signal }) => call('GET /api/admin/coaches/:id', { id }, { signal }),
    staleTime: 0,
  })

/** The lessons that a coach still has to give. */
export const futureLessonsQuery = (id: string) =>
  queryOptions({
    queryKey: [...coachesKey, 'future-lessons', id],
    queryFn: ({ signal }) => call('GET /api/admin/coaches/:id/future-lessons', { id }, { signal }),
    staleTime: 0,
  })

/** The week of a coach, Sunday first. */
export const staffCoachHoursQuery = (id: string) =>
  queryOptions({
    queryKey: [...coachesKey, 'hours', id],
    queryFn: ({ signal }) => call('GET /api/admin/coaches/:id/hours', { id }, { signal }),
    staleTime: 0,
  })

/** After a coach was changed; with the account's role, users changed too. */
export const refreshStaffCoaches = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['staff'] })

import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CampStatusFilter } from '../../../shared/contract/programs/staffCamps.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** The queries of camps on staff pages. */
const campsKey = [...queryKeys.staff, 'camps']

interface CampSearch {
  search?: string | undefined
  status?: CampStatusFilter | undefined
}

/** Camps, drafts too, page by page. */
export const staffCampsQuery = ({ search, status = 'all' }: CampSearch) =>
  infiniteQueryOptions({
    queryKey: [...campsKey, 'list', { search, status }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        status_filter: status,
        ...(search && { search_query: search }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/camps', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    refetchOnWindowFocus: 'always',
  })

/** One camp as it is now, for its form. */
export const staffCampQuery = (id: string) =>
  queryOptions({
    queryKey: [...campsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/camps/:camp_id', { camp_id: id }, { signal }),
    staleTime: 0,
  })

/** The coaches that a camp may be given. */
export const campCoachesQuery = queryOptions({
  queryKey: [...campsKey, 'coaches'],
  queryFn: ({ signal }) => call('GET /api/admin/camp-coaches', {}, { signal }),
})

interface Planned {
  camp_id?: string
  timeslots: readonly { date: string; start_time: string; end_time: string }[]
  coach_ids: readonly string[]
}

/** What is in the way of sessions that are being entered. */
export const campConflictsQuery = (planned: Planned) =>
  queryOptions({
    queryKey: [...campsKey, 'conflicts', planned],
    queryFn: ({ signal }) => {
      const json = { ...planned, timeslots: [...planned.timeslots], coach_ids: [...planned.coach_ids] }
      return call('POST /api/admin/camps/preview', json, { signal })
    },
    staleTime: 0,
  })

/** What copies on these days would meet. */
export const campCopiesQuery = (id: string, startDates: readonly string[]) =>
  queryOptions({
    queryKey: [...campsKey, 'copies', id, startDates],
    queryFn: ({ signal }) => {
      const copies = { camp_id: id, start_dates: [...startDates] }
      return call('POST /api/admin/camps/:camp_id/copies/preview', copies, { signal })
    },
    staleTime: 0,
  })

/** Whose registrations calling a camp off would cancel. */
export const campCancellationQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'camp-cancellation', id],
    queryFn: ({ signal }) => call('GET /api/admin/camps/:camp_id/cancellation', { camp_id: id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** After a camp was made or changed: the site, the schedule and the account show it too. */
export const refreshCamps = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [campsKey, queryKeys.camps, queryKeys.schedule].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

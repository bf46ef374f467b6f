import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** The queries of the coach portal. */
export const portalKey = [...queryKeys.staff, 'portal']

/** The coach's present day. */
export const coachDayQuery = queryOptions({
  queryKey: [...portalKey, 'day'],
  queryFn: ({ signal }) => call('GET /api/coach/day', {}, { signal }),
})

/** The coach's coming class sessions and camps. */
export const coachSessionsQuery = queryOptions({
  queryKey: [...portalKey, 'sessions'],
  queryFn: ({ signal }) => call('GET /api/coach/sessions', {}, { signal }),
})

export type BookingsView = 'upcoming' | 'past'

/** The coach's lessons, page by page, each by the cursor of the one before it. */
export const coachBookingsQuery = (of: {
  coachId: string
  view: BookingsView
  search?: string | undefined
}) =>
  infiniteQueryOptions({
    queryKey: [...portalKey, 'bookings', of],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        p_coach_id: of.coachId,
        view: of.view,
        page_size: 20,
        ...(of.search && { search_query: of.search }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/coach/bookings', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** The lessons that were booked last: a new one is told of. */
export const newestLessonsQuery = (coachId: string) =>
  queryOptions({
    queryKey: [...portalKey, 'newest', coachId],
    queryFn: ({ signal }) =>
      call('GET /api/coach/bookings', { p_coach_id: coachId, view: 'newest', page_size: 5 }, { signal }),
  })

/** People whom a coach may book, page by page: own clients, and with a search of two letters others. */
export const coachClientsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...portalKey, 'clients', search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        page_size: 20,
        ...(search && { search_query: search }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/coach/clients', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** Care data of who takes part in a lesson today; each reading is in the audit log, so nothing reads it ahead. */
export const careOfParticipantQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'care', id],
    queryFn: ({ signal }) => call('GET /api/staff/participants/:id/care', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Whether there is an address of the coach's calendar; the address itself is shown once, when it is made. */
export const coachCalendarQuery = queryOptions({
  queryKey: [...portalKey, 'calendar'],
  queryFn: ({ signal }) => call('GET /api/coach/calendar-feed', {}, { signal }),
})

/** After a lesson was changed: everything of the portal, and the times that it took or freed. */
export const refreshPortal = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [portalKey, queryKeys.schedule, queryKeys.coaches].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

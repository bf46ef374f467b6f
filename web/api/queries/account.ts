import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/*
 * What the account area shows. Always asked for again when a tab opens, with the last answer on screen until then: other
 * pages change it, and nobody should look for a booking that has just been made.
 */

/** The membership, and what is coming up of each kind. */
export const accountOverviewQuery = queryOptions({
  queryKey: [...queryKeys.me, 'overview'],
  queryFn: ({ signal }) => call('GET /api/me/overview', {}, { signal }),
  staleTime: 0,
})

/** All that the household has ahead, page by page. */
export const nextUpQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.me, 'next-up'],
  queryFn: ({ pageParam, signal }) => {
    const query = { page_size: 6, ...(pageParam && { cursor: pageParam }) }
    return call('GET /api/me/next-up', query, { signal })
  },
  initialPageParam: '',
  getNextPageParam: ({ cursor }) => cursor,
  staleTime: 0,
})

/** Class registrations, newest first. */
export const classRegistrationsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'class-registrations'],
  queryFn: ({ signal }) => call('GET /api/me/class-registrations', {}, { signal }),
  staleTime: 0,
})

/** Camp registrations, newest first. */
export const campRegistrationsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'camp-registrations'],
  queryFn: ({ signal }) => call('GET /api/me/camp-registrations', {}, { signal }),
  staleTime: 0,
})

/** Payments, newest first. */
export const paymentsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'payments'],
  queryFn: ({ signal }) => call('GET /api/me/payments', {}, { signal }),
  staleTime: 0,
})

/** After a payment, a cancellation or a move: whatever of the account is on screen is asked for again. */
export const refreshAccount = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.me })

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'

/*
 * What the account area shows. Always asked for anew when a tab opens, with the last answer on screen meanwhile: other
 * pages change it, and nobody should look for a booking that has just been made.
 */

/** Everything that belongs to the signed-in customer, the session included. */
const myKey = ['me']

/** The membership, and what is coming up of each kind. */
export const accountOverviewQuery = queryOptions({
  queryKey: [...myKey, 'overview'],
  queryFn: ({ signal }) => unwrap(api.me.overview.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Class registrations, newest first. */
export const classRegistrationsQuery = queryOptions({
  queryKey: [...myKey, 'class-registrations'],
  queryFn: ({ signal }) => unwrap(api.me['class-registrations'].$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Camp registrations, newest first. */
export const campRegistrationsQuery = queryOptions({
  queryKey: [...myKey, 'camp-registrations'],
  queryFn: ({ signal }) => unwrap(api.me['camp-registrations'].$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Payments, newest first. */
export const paymentsQuery = queryOptions({
  queryKey: [...myKey, 'payments'],
  queryFn: ({ signal }) => unwrap(api.me.payments.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** After a payment, a cancellation or a move: whatever of the account is on screen is asked for again. */
export const refreshAccount = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: myKey })

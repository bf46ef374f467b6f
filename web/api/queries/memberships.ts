import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** The signed-in customer's live membership; its `subscription` is null without one. */
export const subscriptionQuery = queryOptions({
  queryKey: [...queryKeys.me, 'subscription'],
  queryFn: ({ signal }) => unwrap(api.me.subscription.$get({}, { init: { signal } })),
})

/** What the membership costs, what is agreed to, and the founders spots that are left. */
export const membershipOfferQuery = queryOptions({
  queryKey: [...queryKeys.memberships, 'offer'],
  queryFn: ({ signal }) => unwrap(api.memberships.offer.$get({}, { init: { signal } })),
  staleTime: 30_000,
})

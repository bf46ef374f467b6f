import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** The signed-in customer's live membership; its `subscription` is null without one. */
export const subscriptionQuery = queryOptions({
  queryKey: [...queryKeys.me, 'subscription'],
  queryFn: ({ signal }) => call('GET /api/me/subscription', {}, { signal }),
})

/** What the membership costs, what is agreed to, and the founders spots that are left. */
export const membershipOfferQuery = queryOptions({
  queryKey: [...queryKeys.memberships, 'offer'],
  queryFn: ({ signal }) => call('GET /api/memberships/offer', {}, { signal }),
  staleTime: 30_000,
})

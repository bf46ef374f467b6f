import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'

/** The signed-in customer's live membership; its `subscription` is null without one. */
export const subscriptionQuery = queryOptions({
  queryKey: ['me', 'subscription'],
  queryFn: ({ signal }) => unwrap(api.me.subscription.$get({}, { init: { signal } })),
})

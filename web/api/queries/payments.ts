import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** How this browser talks to the payment provider; it changes with the server's settings alone. */
export const paymentConfigurationQuery = queryOptions({
  queryKey: [...queryKeys.payments, 'configuration'],
  queryFn: ({ signal }) => unwrap(api.payments.configuration.$get({}, { init: { signal } })),
  staleTime: 5 * 60_000,
  // Asked for in the browser alone: pages are rendered with the buttons for a facility that takes cards.
  meta: { public: true, inBrowserAlone: true },
})

import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** How this browser talks to the payment provider; it changes only with the server's settings. */
export const paymentConfigurationQuery = queryOptions({
  queryKey: [...queryKeys.payments, 'configuration'],
  queryFn: ({ signal }) => call('GET /api/payments/configuration', {}, { signal }),
  staleTime: 5 * 60_000,
  // Asked for only in the browser: pages are rendered with the buttons for a facility that takes cards.
  meta: { public: true, inBrowserAlone: true },
})

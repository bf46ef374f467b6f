import { read } from '../read.ts'

/** How this browser talks to the payment provider; it changes only with the server's settings. */
export const paymentConfigurationQuery = {
  ...read('GET /api/payments/configuration'),
  staleTime: 5 * 60_000,
  // Asked for only in the browser: pages are rendered with the buttons for a facility that takes cards.
  meta: { public: true, inBrowserAlone: true },
}

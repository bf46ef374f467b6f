import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../queryKeys.ts'
import { read } from '../read.ts'

/*
 * What the account area shows. Always asked for again when a tab opens, with the last answer on screen until then: other
 * pages change it, and nobody should look for a booking that has just been made.
 */

/** Class registrations, newest first. */
export const classRegistrationsQuery = { ...read('GET /api/me/class-registrations'), staleTime: 0 }

/** Camp registrations, newest first. */
export const campRegistrationsQuery = { ...read('GET /api/me/camp-registrations'), staleTime: 0 }

/** Payments, newest first. */
export const paymentsQuery = { ...read('GET /api/me/payments'), staleTime: 0 }

/** After a payment, a cancellation or a move: whatever of the account is on screen is asked for again. */
export const refreshAccount = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.me })

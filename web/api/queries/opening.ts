import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

const openingKey = [...queryKeys.staff, 'opening']

/** Whether the doors are open, and what is done of what comes before that. Everything that it lists is done elsewhere. */
export const openingQuery = queryOptions({
  queryKey: [...openingKey, 'list'],
  queryFn: ({ signal }) => call('GET /api/opening', {}, { signal }),
  staleTime: 0,
})

/** Whether this is a demo that can be left for a facility of one's own. */
export const ownFacilityQuery = queryOptions({
  queryKey: [...openingKey, 'own'],
  queryFn: ({ signal }) => call('GET /api/own-facility', {}, { signal }),
})

/** What is booked from now on, before the doors close. */
export const closingQuery = queryOptions({
  queryKey: [...openingKey, 'closing'],
  queryFn: ({ signal }) => call('GET /api/opening/close', {}, { signal }),
  staleTime: 0,
})

export const refreshOpening = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([openingKey, queryKeys.facility].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

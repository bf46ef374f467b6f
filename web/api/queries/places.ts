import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../queryKeys.ts'

/** The beginnings of the keys of queries that show which times, seats and spots are left. */
const placeKeys: readonly (readonly string[])[] = [
  queryKeys.schedule,
  queryKeys.coaches,
  queryKeys.camps,
  queryKeys.classes,
  [...queryKeys.me, 'camp-registrations'],
  [...queryKeys.me, 'class-seats'],
]

/** Refetches the places that are on screen after a hold has ended, without waiting for an event. */
export const refreshPlaces = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(placeKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

import type { QueryClient } from '@tanstack/react-query'

/** The beginnings of the keys of queries that show which times, seats and spots are left. */
const placeKeys: readonly (readonly string[])[] = [
  ['schedule'],
  ['coach-availability'],
  ['camps'],
  ['class'],
  ['me', 'camp-registrations'],
  ['me', 'class-seats'],
]

/** Refetches the places that are on screen after a hold has ended, without waiting for an event. */
export const refreshPlaces = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(placeKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

import type { QueryClient } from '@tanstack/react-query'

/** What shows which times, seats and spots are left, by the beginning of its key. */
const placeKeys: readonly (readonly string[])[] = [
  ['schedule'],
  ['coach-availability'],
  ['camps'],
  ['class'],
  ['me', 'camp-registrations'],
  ['me', 'class-seats'],
]

/** After a hold has ended: whatever of the places is on screen is asked for again, without waiting for an event. */
export const refreshPlaces = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(placeKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

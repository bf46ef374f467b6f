import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** How often the page looks whether the mailed links have been followed. */
const changeLookEvery = 10_000

/** The browsers that are signed in to the account. */
export const devicesQuery = queryOptions({
  queryKey: [...queryKeys.me, 'sessions'],
  queryFn: ({ signal }) => call('GET /api/me/sessions', {}, { signal }),
  staleTime: 0,
})

/** The change of address that is under way; looked at again while there is one. */
export const emailChangeQuery = queryOptions({
  queryKey: [...queryKeys.me, 'email-change'],
  queryFn: ({ signal }) => call('GET /api/me/email-change', {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.change ? changeLookEvery : false),
})

/** Whether there is a calendar address; the address itself is told once, when it is made. */
export const calendarFeedQuery = queryOptions({
  queryKey: [...queryKeys.me, 'calendar-feed'],
  queryFn: ({ signal }) => call('GET /api/me/calendar-feed', {}, { signal }),
  staleTime: 0,
})

/** What is in the way of deleting the account, and what would go with it. */
export const deletionQuery = queryOptions({
  queryKey: [...queryKeys.me, 'deletion'],
  queryFn: ({ signal }) => call('GET /api/me/deletion', {}, { signal }),
  staleTime: 0,
})

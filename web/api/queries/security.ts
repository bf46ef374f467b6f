import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** How often the page looks whether the mailed links have been followed. */
const changeLookEvery = 10_000

/** The browsers that are signed in to the account. */
export const devicesQuery = queryOptions({
  queryKey: [...queryKeys.me, 'sessions'],
  queryFn: ({ signal }) => unwrap(api.me.sessions.$get({}, { init: { signal } })),
  staleTime: 0,
})

/** The change of address that is under way; looked at again while there is one. */
export const emailChangeQuery = queryOptions({
  queryKey: [...queryKeys.me, 'email-change'],
  queryFn: ({ signal }) => unwrap(api.me['email-change'].$get({}, { init: { signal } })),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.change ? changeLookEvery : false),
})

/** Whether there is a calendar address; the address itself is told once, when it is made. */
export const calendarFeedQuery = queryOptions({
  queryKey: [...queryKeys.me, 'calendar-feed'],
  queryFn: ({ signal }) => unwrap(api.me['calendar-feed'].$get({}, { init: { signal } })),
  staleTime: 0,
})

/** What is in the way of deleting the account, and what would go with it. */
export const deletionQuery = queryOptions({
  queryKey: [...queryKeys.me, 'deletion'],
  queryFn: ({ signal }) => unwrap(api.me.deletion.$get({}, { init: { signal } })),
  staleTime: 0,
})

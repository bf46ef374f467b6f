import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** Invalidate this after booking: everything the signed-in customer has booked. */
export const myBookingsKey = [...queryKeys.me, 'bookings']

/** The signed-in customer's next three paid sessions, soonest first. */
export const upcomingBookingsQuery = queryOptions({
  queryKey: [...myBookingsKey, 'upcoming'],
  queryFn: ({ signal }) => unwrap(api.me.bookings.upcoming.$get({}, { init: { signal } })),
})

/** All cage bookings of the signed-in customer, newest first. */
export const customerBookingsQuery = queryOptions({
  queryKey: [...myBookingsKey, 'all'],
  queryFn: ({ signal }) => unwrap(api.me.bookings.$get({}, { init: { signal } })),
})

/** The cage times of a facility day that the household of the signed-in customer has, lessons included. */
export const ownTimesQuery = (day: string) =>
  queryOptions({
    queryKey: [...myBookingsKey, 'times', day],
    queryFn: ({ signal }) => unwrap(api.me.schedule.$get({ query: { p_date: day } }, { init: { signal } })),
  })

import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** Invalidate this after booking: everything the signed-in customer has booked. */
export const myBookingsKey = [...queryKeys.me, 'bookings']

/** The signed-in customer's next three paid sessions, soonest first. */
export const upcomingBookingsQuery = queryOptions({
  queryKey: [...myBookingsKey, 'upcoming'],
  queryFn: ({ signal }) => call('GET /api/me/bookings/upcoming', {}, { signal }),
})

/** All cage bookings of the signed-in customer, newest first. */
export const customerBookingsQuery = queryOptions({
  queryKey: [...myBookingsKey, 'all'],
  queryFn: ({ signal }) => call('GET /api/me/bookings', {}, { signal }),
})

/** The cage times of a facility day that the household of the signed-in customer has, lessons included. */
export const ownTimesQuery = (day: string) =>
  queryOptions({
    queryKey: [...myBookingsKey, 'times', day],
    queryFn: ({ signal }) => call('GET /api/me/schedule', { p_date: day }, { signal }),
  })

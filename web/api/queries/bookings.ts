import { queryKeys } from '../queryKeys.ts'
import { read } from '../read.ts'

/** Invalidate these after booking: what the signed-in customer has booked, and the household's times. */
export const myBookingsKeys = [
  [...queryKeys.me, 'bookings'],
  [...queryKeys.me, 'schedule'],
]

/** The signed-in customer's next three paid sessions, soonest first. */
export const upcomingBookingsQuery = read('GET /api/me/bookings/upcoming')

/** All cage bookings of the signed-in customer, newest first. */
export const customerBookingsQuery = read('GET /api/me/bookings')

/** The cage times of a facility day that the household of the signed-in customer has, lessons included. */
export const ownTimesQuery = (day: string) => read('GET /api/me/schedule', { p_date: day })

import { getSession, verifyRecoveryToken } from './accounts.ts'
import { createBooking, getUserBookingsWithGuest, listUpcomingBookings } from './bookings.ts'
import { getPublicSchedule, listCages, scheduleEvents } from './cages.ts'
import { getFacility } from './facility.ts'

/** Every operation of the API. The server refuses to start when one of them has no handler. */
export const contract = [
  getFacility,
  listCages,
  getPublicSchedule,
  scheduleEvents,
  createBooking,
  listUpcomingBookings,
  getUserBookingsWithGuest,
  getSession,
  verifyRecoveryToken,
] as const

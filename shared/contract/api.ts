import { getSession, verifyRecoveryToken } from './accounts.ts'
import { createBooking, getUserBookingsWithGuest, listUpcomingBookings } from './bookings.ts'
import { getPublicSchedule, listCages, scheduleEvents } from './cages.ts'
import { coachEvents, getCoach, getCoachAvailability, listCoaches } from './coaches.ts'
import { getFacility } from './facility.ts'
import { getFormToken } from './forms.ts'
import { createCoachBooking, getLessonCalendar, listMyLessons } from './lessons.ts'
import {
  getEmailTemplates,
  openUnsubscribeLink,
  previewEmailTemplate,
  resendUnsubscribe,
  sendContactMessage,
  unsubscribe,
  unsubscribeOneClick,
  updateEmailTemplate,
} from './messages.ts'

/** Every operation of the API. The server refuses to start when one of them has no handler. */
export const contract = [
  getFacility,
  listCages,
  getPublicSchedule,
  scheduleEvents,
  createBooking,
  listUpcomingBookings,
  getUserBookingsWithGuest,
  listCoaches,
  getCoach,
  getCoachAvailability,
  coachEvents,
  createCoachBooking,
  listMyLessons,
  getLessonCalendar,
  getSession,
  verifyRecoveryToken,
  getFormToken,
  sendContactMessage,
  unsubscribe,
  resendUnsubscribe,
  unsubscribeOneClick,
  openUnsubscribeLink,
  getEmailTemplates,
  updateEmailTemplate,
  previewEmailTemplate,
] as const

import { getAccountOverview } from './accountOverview.ts'
import { getCustomerPaymentHistory } from './accountPayments.ts'
import { updateProfile } from './accountProfile.ts'
import {
  cancelCampRegistration,
  cancelClassRegistration,
  listMyCampRegistrations,
  listMyClassRegistrations,
} from './accountRegistrations.ts'
import { discardSignUp, getSession, verifyRecoveryToken, verifySignUpLink } from './accounts.ts'
import { getAllBookingsForAdmin, getDailySchedule, listScheduleDays } from './bookingLists.ts'
import {
  cancelBooking,
  createBooking,
  getUserBookingsWithGuest,
  listUpcomingBookings,
  moveBooking,
} from './bookings.ts'
import { getPublicSchedule, listCages } from './cages.ts'
import { deleteCalendarFeed, getCalendarFeed, readCalendarFeed, renewCalendarFeed } from './calendar.ts'
import {
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  listCamps,
  registerForCamp,
  updateCampRegistrationPaymentStatus,
} from './camps.ts'
import {
  bookFreeClassSessions,
  getPublicClassDetailsWithInstances,
  listClasses,
  listClassInstances,
  listClassRegistrations,
} from './classes.ts'
import { deleteCoachCalendar, getCoachCalendar, renewCoachCalendar } from './coachCalendar.ts'
import { listClientParticipants, searchCoachClients } from './coachClients.ts'
import { getCoach, getCoachAvailability, getNextLessonDay, listCoaches } from './coaches.ts'
import {
  createCoachTimeOff,
  deleteCoachTimeOff,
  listCoachAvailability,
  listCoachTimeOff,
  saveCoachAvailability,
} from './coachHours.ts'
import { getCoachBookings, getCoachDay } from './coachLessons.ts'
import {
  deleteCoachAvatar,
  getOwnCoachProfile,
  saveOwnCoachProfile,
  uploadCoachAvatar,
} from './coachProfile.ts'
import { getCageScheduleForDay } from './coachSchedule.ts'
import { listMySessions, signOutOtherSessions, signOutSession } from './devices.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  verifyEmailChangeLink,
} from './emailChange.ts'
import { getFacility } from './facility.ts'
import { getFormToken } from './forms.ts'
import {
  cancelLesson,
  createCoachBooking,
  getLessonCalendar,
  getUserCoachBookings,
  listLessonMoveTimes,
  moveLesson,
} from './lessons.ts'
import { liveEvents } from './live.ts'
import {
  cancelMembershipSignUp,
  cancelSubscription,
  confirmSubscription,
  createBillingSetupIntent,
  createSubscription,
  createSubscriptionSetupIntent,
  getMembershipOffer,
  getSubscription,
  resumeSubscription,
  updatePaymentMethod,
} from './memberships.ts'
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
import { getParticipantCare, readParticipantCare, updateParticipantCare } from './participantCare.ts'
import {
  cancelPaymentIntent,
  confirmPayment,
  createPaymentIntent,
  getPaymentConfiguration,
  updatePaymentTransactionStatus,
} from './payments.ts'
import {
  adminCreateUser,
  deleteUser,
  getAllUsersAdmin,
  getUserDetailsAdmin,
  previewUserDeletion,
  updateUserRole,
} from './people.ts'
import { deleteMyAccount, downloadMyData, previewAccountDeletion } from './privacy.ts'
import {
  deleteBooking,
  deleteGuestBooking,
  insertBookings,
  insertGuestBookings,
  updateBooking,
  updateBookingStatus,
  updateGuestBooking,
} from './staffBookings.ts'
import {
  getAllCoachesForAdmin,
  getCoachAdmin,
  listCoachFutureLessons,
  updateCoachAdmin,
} from './staffCoaches.ts'
import {
  cancelCoachBooking,
  deleteCoachBooking,
  updateCoachBooking,
  updateCoachBookingPaymentStatus,
  updateLessonAttendance,
} from './staffLessons.ts'
import { searchStaff } from './staffSearch.ts'

/** Every operation of the API. The server refuses to start when one of them has no handler. */
export const contract = [
  getFacility,
  listCages,
  getPublicSchedule,
  liveEvents,
  createBooking,
  listUpcomingBookings,
  getUserBookingsWithGuest,
  cancelBooking,
  moveBooking,
  updateBooking,
  updateGuestBooking,
  updateBookingStatus,
  deleteBooking,
  deleteGuestBooking,
  insertBookings,
  insertGuestBookings,
  listCoaches,
  getCoach,
  getCoachAvailability,
  getCageScheduleForDay,
  getCoachBookings,
  getCoachDay,
  searchCoachClients,
  listClientParticipants,
  getNextLessonDay,
  listCoachAvailability,
  saveCoachAvailability,
  listCoachTimeOff,
  createCoachTimeOff,
  deleteCoachTimeOff,
  getOwnCoachProfile,
  saveOwnCoachProfile,
  uploadCoachAvatar,
  deleteCoachAvatar,
  createCoachBooking,
  getUserCoachBookings,
  getLessonCalendar,
  updateCoachBooking,
  cancelCoachBooking,
  updateCoachBookingPaymentStatus,
  updateLessonAttendance,
  deleteCoachBooking,
  listClasses,
  listClassInstances,
  getPublicClassDetailsWithInstances,
  listClassRegistrations,
  bookFreeClassSessions,
  listCamps,
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  registerForCamp,
  updateCampRegistrationPaymentStatus,
  cancelLesson,
  listLessonMoveTimes,
  moveLesson,
  getSession,
  verifyRecoveryToken,
  verifySignUpLink,
  discardSignUp,
  getAccountOverview,
  getCustomerPaymentHistory,
  listMyCampRegistrations,
  listMyClassRegistrations,
  cancelCampRegistration,
  cancelClassRegistration,
  updateProfile,
  getMembershipOffer,
  getSubscription,
  listMySessions,
  signOutSession,
  signOutOtherSessions,
  getEmailChange,
  requestEmailChange,
  cancelEmailChange,
  verifyEmailChangeLink,
  confirmEmailChange,
  getCalendarFeed,
  renewCalendarFeed,
  deleteCalendarFeed,
  getCoachCalendar,
  renewCoachCalendar,
  deleteCoachCalendar,
  readCalendarFeed,
  downloadMyData,
  previewAccountDeletion,
  deleteMyAccount,
  getParticipantCare,
  updateParticipantCare,
  readParticipantCare,
  createSubscriptionSetupIntent,
  createSubscription,
  confirmSubscription,
  cancelMembershipSignUp,
  cancelSubscription,
  resumeSubscription,
  createBillingSetupIntent,
  updatePaymentMethod,
  getFormToken,
  sendContactMessage,
  unsubscribe,
  resendUnsubscribe,
  unsubscribeOneClick,
  openUnsubscribeLink,
  getEmailTemplates,
  updateEmailTemplate,
  previewEmailTemplate,
  getPaymentConfiguration,
  createPaymentIntent,
  confirmPayment,
  cancelPaymentIntent,
  updatePaymentTransactionStatus,
  getAllBookingsForAdmin,
  getDailySchedule,
  listScheduleDays,
  searchStaff,
  getAllUsersAdmin,
  getUserDetailsAdmin,
  adminCreateUser,
  updateUserRole,
  previewUserDeletion,
  deleteUser,
  getAllCoachesForAdmin,
  getCoachAdmin,
  listCoachFutureLessons,
  updateCoachAdmin,
] as const

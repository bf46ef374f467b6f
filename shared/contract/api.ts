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
import {
  cancelBooking,
  createBooking,
  getUserBookingsWithGuest,
  listUpcomingBookings,
  moveBooking,
} from './bookings.ts'
import { getOpenTimes, getPublicSchedule, listCages } from './cages.ts'
import {
  deleteCalendarFeed,
  getCalendarFeed,
  getMyCalendarFile,
  listOwnTimes,
  readCalendarFeed,
  renewCalendarFeed,
} from './calendar.ts'
import {
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  listCamps,
  listHouseholdCampRegistrations,
  registerForCamp,
  updateCampRegistrationPaymentStatus,
} from './camps.ts'
import {
  bookFreeClassSessions,
  getPublicClassDetailsWithInstances,
  listClasses,
  listClassInstances,
  listClassRegistrations,
  listHouseholdClassRegistrations,
} from './classes.ts'
import { deleteCoachCalendar, getCoachCalendar, renewCoachCalendar } from './coachCalendar.ts'
import { listClientParticipants, searchCoachClients } from './coachClients.ts'
import {
  getCoach,
  getCoachAvailability,
  getNextLessonDay,
  listCoaches,
  listLessonDays,
  listNextLessonTimes,
} from './coaches.ts'
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
  acceptHouseholdInvitation,
  createParticipant,
  declineHouseholdInvitation,
  deleteParticipant,
  inviteAdult,
  listHouseholdInvitations,
  listParticipants,
  listReceivedInvitations,
  removeAdult,
  updateParticipant,
  updateParticipantAdult,
  verifyHouseholdInvitation,
  withdrawHouseholdInvitation,
} from './households.ts'
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
  openUnsubscribeLink,
  resendUnsubscribe,
  sendContactMessage,
  unsubscribe,
  unsubscribeOneClick,
} from './messages.ts'
import { listNextUp } from './nextUp.ts'
import { getParticipantCare, readParticipantCare, updateParticipantCare } from './participantCare.ts'
import {
  cancelPaymentIntent,
  confirmPayment,
  createPaymentIntent,
  getPaymentConfiguration,
  updatePaymentTransactionStatus,
} from './payments.ts'
import { deleteMyAccount, downloadMyData, previewAccountDeletion } from './privacy.ts'
import { checkProof, getSecondFactor, proveIdentity, resetSecondFactor } from './secondFactor.ts'
import { staffContract } from './staffApi.ts'
import { staffCampsContract } from './staffCampsApi.ts'
import { staffClassContract } from './staffClasses.ts'

/** Every operation of the API. The server refuses to start when one of them has no handler. */
export const contract = [
  getFacility,
  listCages,
  getPublicSchedule,
  getOpenTimes,
  liveEvents,
  createBooking,
  listUpcomingBookings,
  getUserBookingsWithGuest,
  listOwnTimes,
  cancelBooking,
  moveBooking,
  listCoaches,
  getCoach,
  getCoachAvailability,
  getNextLessonDay,
  getCageScheduleForDay,
  getCoachBookings,
  getCoachDay,
  searchCoachClients,
  listClientParticipants,
  listLessonDays,
  listNextLessonTimes,
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
  listClasses,
  listClassInstances,
  getPublicClassDetailsWithInstances,
  listClassRegistrations,
  listHouseholdClassRegistrations,
  bookFreeClassSessions,
  listCamps,
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  listHouseholdCampRegistrations,
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
  listNextUp,
  getCustomerPaymentHistory,
  listMyCampRegistrations,
  listMyClassRegistrations,
  cancelCampRegistration,
  cancelClassRegistration,
  updateProfile,
  listParticipants,
  createParticipant,
  updateParticipant,
  deleteParticipant,
  updateParticipantAdult,
  removeAdult,
  listHouseholdInvitations,
  listReceivedInvitations,
  inviteAdult,
  withdrawHouseholdInvitation,
  verifyHouseholdInvitation,
  acceptHouseholdInvitation,
  declineHouseholdInvitation,
  getMembershipOffer,
  getSubscription,
  listMySessions,
  signOutSession,
  signOutOtherSessions,
  getSecondFactor,
  proveIdentity,
  checkProof,
  resetSecondFactor,
  getEmailChange,
  requestEmailChange,
  cancelEmailChange,
  verifyEmailChangeLink,
  confirmEmailChange,
  getCalendarFeed,
  renewCalendarFeed,
  deleteCalendarFeed,
  getMyCalendarFile,
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
  getPaymentConfiguration,
  createPaymentIntent,
  confirmPayment,
  cancelPaymentIntent,
  updatePaymentTransactionStatus,
  ...staffContract,
  ...staffCampsContract,
  ...staffClassContract,
] as const

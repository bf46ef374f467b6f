import { getAccountOverview } from './accounts/accountOverview.ts'
import { getCustomerPaymentHistory } from './accounts/accountPayments.ts'
import { updateProfile } from './accounts/accountProfile.ts'
import {
  cancelCampRegistration,
  cancelClassRegistration,
  listMyCampRegistrations,
  listMyClassRegistrations,
} from './accounts/accountRegistrations.ts'
import {
  discardSignUp,
  getSession,
  getSetup,
  verifyRecoveryToken,
  verifySignUpLink,
} from './accounts/accounts.ts'
import {
  deleteCalendarFeed,
  getCalendarFeed,
  getMyCalendarFile,
  listOwnTimes,
  readCalendarFeed,
  renewCalendarFeed,
} from './accounts/calendar.ts'
import { listMySessions, signOutOtherSessions, signOutSession } from './accounts/devices.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  verifyEmailChangeLink,
} from './accounts/emailChange.ts'
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
} from './accounts/households.ts'
import { listNextUp } from './accounts/nextUp.ts'
import { getParticipantCare, readParticipantCare, updateParticipantCare } from './accounts/participantCare.ts'
import { deleteMyAccount, downloadMyData, previewAccountDeletion } from './accounts/privacy.ts'
import { checkProof, getSecondFactor, proveIdentity, resetSecondFactor } from './accounts/secondFactor.ts'
import {
  cancelBooking,
  createBooking,
  getUserBookingsWithGuest,
  listUpcomingBookings,
  moveBooking,
} from './bookings/bookings.ts'
import { getOpenTimes, getPublicSchedule, listCages } from './bookings/cages.ts'
import { getFacility } from './facility/facility.ts'
import { getPublicText } from './facility/publicTexts.ts'
import { getFormToken } from './forms.ts'
import { deleteCoachCalendar, getCoachCalendar, renewCoachCalendar } from './lessons/coachCalendar.ts'
import { listClientParticipants, searchCoachClients } from './lessons/coachClients.ts'
import {
  getCoach,
  getCoachAvailability,
  getNextLessonDay,
  listCoaches,
  listLessonDays,
  listNextLessonTimes,
} from './lessons/coaches.ts'
import {
  createCoachTimeOff,
  deleteCoachTimeOff,
  listCoachAvailability,
  listCoachTimeOff,
  saveCoachAvailability,
} from './lessons/coachHours.ts'
import { getCoachBookings, getCoachDay } from './lessons/coachLessons.ts'
import {
  deleteCoachAvatar,
  getOwnCoachProfile,
  saveOwnCoachProfile,
  uploadCoachAvatar,
} from './lessons/coachProfile.ts'
import { getCageScheduleForDay } from './lessons/coachSchedule.ts'
import {
  cancelLesson,
  createCoachBooking,
  getLessonCalendar,
  getUserCoachBookings,
  listLessonMoveTimes,
  moveLesson,
} from './lessons/lessons.ts'
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
} from './memberships/memberships.ts'
import {
  openUnsubscribeLink,
  resendUnsubscribe,
  sendContactMessage,
  unsubscribe,
  unsubscribeOneClick,
} from './messages/messages.ts'
import {
  cancelPaymentIntent,
  confirmPayment,
  createPaymentIntent,
  getPaymentConfiguration,
  updatePaymentTransactionStatus,
} from './payments/payments.ts'
import { acceptProfileInvitation, verifyProfileInvitation } from './people/profileInvitations.ts'
import {
  getCamp,
  getCampActiveRegistrationsCount,
  getMyCampRegistration,
  listCamps,
  listHouseholdCampRegistrations,
  registerForCamp,
  updateCampRegistrationPaymentStatus,
} from './programs/camps.ts'
import {
  bookFreeClassSessions,
  getPublicClassDetailsWithInstances,
  listClasses,
  listClassInstances,
  listClassRegistrations,
  listHouseholdClassRegistrations,
} from './programs/classes.ts'
import { staffCampsContract } from './programs/staffCampsApi.ts'
import { staffClassContract } from './programs/staffClasses.ts'
import { staffContract } from './staffApi.ts'
import {
  getWaiverCopy,
  listOwnWaivers,
  openWaiverHandover,
  signHandedOver,
  signWaivers,
} from './waivers/waivers.ts'

/** Every operation of the API. The server refuses to start when one of them has no handler. */
export const contract = [
  getFacility,
  getPublicText,
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
  getSetup,
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
  verifyProfileInvitation,
  acceptProfileInvitation,
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
  listOwnWaivers,
  signWaivers,
  getWaiverCopy,
  openWaiverHandover,
  signHandedOver,
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

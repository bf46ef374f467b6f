/**
 * What features register: operations, public pages, products, handlers of the provider's events and scheduled tasks.
 * Together with start.ts it is the composition root, the only place that imports features of the same level. Add a new
 * feature here.
 */

import type { Context } from './context.ts'
import { accountPageEndpoints } from './features/account/routes.ts'
import { deviceEndpoints } from './features/accounts/devices/routes.ts'
import { emailChangeEndpoints } from './features/accounts/emailChange/routes.ts'
import { accountEndpoints } from './features/accounts/routes.ts'
import { secondFactorEndpoints } from './features/accounts/secondFactor/routes.ts'
import { purgeSessions } from './features/accounts/signUp/unconfirmed.ts'
import { auditEndpoints } from './features/audit/routes.ts'
import { bookingChangeEndpoints } from './features/bookings/changeRoutes.ts'
import { releaseBooking } from './features/bookings/commands/cancelBooking.ts'
import { bookingGroupEndpoints } from './features/bookings/groupRoutes.ts'
import { insertBookingEndpoints } from './features/bookings/insertRoutes.ts'
import { lateBookingProduct } from './features/bookings/latePayment.ts'
import { bookingProduct } from './features/bookings/product.ts'
import { bookingEndpoints } from './features/bookings/routes.ts'
import { staffBookingEndpoints } from './features/bookings/staffRoutes.ts'
import { cageEndpoints, cagePages } from './features/cages/routes.ts'
import { calendarEndpoints } from './features/calendar/routes.ts'
import { campEditingEndpoints } from './features/camps/editing/routes.ts'
import { campPages } from './features/camps/pages.ts'
import { campProduct } from './features/camps/product.ts'
import { campEndpoints } from './features/camps/routes.ts'
import { staffCampEndpoints } from './features/camps/staffRoutes.ts'
import { classSeasonEndpoints } from './features/classes/editing/routes.ts'
import { classPages } from './features/classes/pages.ts'
import { classProduct } from './features/classes/product.ts'
import { classEndpoints } from './features/classes/routes.ts'
import { classSessionEndpoints } from './features/classes/sessionRoutes.ts'
import { staffClassEndpoints } from './features/classes/staffRoutes.ts'
import { ownCoachEndpoints } from './features/coaches/ownRoutes.ts'
import { coachPages } from './features/coaches/pages.ts'
import { coachEndpoints } from './features/coaches/routes.ts'
import { staffCoachEndpoints } from './features/coaches/staffRoutes.ts'
import { facilityListing } from './features/facility/listing.ts'
import { facilityEndpoints, facilityPages } from './features/facility/routes.ts'
import { deleteOldCare } from './features/households/care.ts'
import { careEndpoints } from './features/households/careRoutes.ts'
import { purgeHouseholds } from './features/households/forgetting.ts'
import { invitationEndpoints } from './features/households/invitationRoutes.ts'
import { householdEndpoints } from './features/households/routes.ts'
import { availabilityEndpoints } from './features/lessons/availability/availabilityRoutes.ts'
import { lessonChangeEndpoints } from './features/lessons/changeRoutes.ts'
import { coachPortalEndpoints } from './features/lessons/coach/coachRoutes.ts'
import { coachScheduleEndpoints } from './features/lessons/coach/coachSchedule.ts'
import { releaseLesson } from './features/lessons/commands/cancelLesson.ts'
import { lessonGroupEndpoints } from './features/lessons/desk/groupRoutes.ts'
import { insertLessonEndpoints } from './features/lessons/desk/insertRoutes.ts'
import { staffLessonEndpoints } from './features/lessons/desk/staffRoutes.ts'
import { coachHoursEndpoints } from './features/lessons/hours/routes.ts'
import { lateLessonProduct } from './features/lessons/latePayment.ts'
import { lessonProduct } from './features/lessons/product.ts'
import { lessonEndpoints } from './features/lessons/routes.ts'
import { reconcileSubscriptionsTask } from './features/memberships/reconcile.ts'
import { membershipEndpoints, membershipPages } from './features/memberships/routes.ts'
import { staffMembershipEndpoints } from './features/memberships/staffRoutes.ts'
import { subscriptionEvents } from './features/memberships/sync.ts'
import { contactInboxEndpoints } from './features/messages/contact/contactInboxRoutes.ts'
import { contactEndpoints } from './features/messages/contact/contactRoutes.ts'
import { deliveryEndpoints } from './features/messages/delivery/deliveryRoutes.ts'
import { purgeMessages, sweepOutbox } from './features/messages/delivery/outbox.ts'
import { templateEndpoints } from './features/messages/editing/templateRoutes.ts'
import { unsubscribeEndpoints } from './features/messages/unsubscribing/unsubscribeRoutes.ts'
import { purgeStaffChanges } from './features/payments/changes/undoable.ts'
import { undoEndpoints } from './features/payments/changes/undoRoutes.ts'
import { releasePlaces } from './features/payments/checkout/releasePlace.ts'
import { drawerEndpoints } from './features/payments/desk/drawerRoutes.ts'
import { disputeEvents } from './features/payments/provider/disputes.ts'
import type { ProviderEventHandler } from './features/payments/provider/events.ts'
import { reconcilePaymentsTask } from './features/payments/provider/reconcile.ts'
import { registerProducts } from './features/payments/purchase.ts'
import { paymentEndpoints } from './features/payments/routes.ts'
import { goodsEndpoints } from './features/payments/sales/goodsRoutes.ts'
import { salesReportEndpoints } from './features/payments/sales/reportRoutes.ts'
import { staffPaymentEndpoints } from './features/payments/staffRoutes.ts'
import { everythingEndpoints } from './features/people/everything/everything.ts'
import { purgeImports } from './features/people/imports/importWorker.ts'
import { importEndpoints } from './features/people/imports/routes.ts'
import { profileInvitationEndpoints } from './features/people/invitations/routes.ts'
import { finishMerges } from './features/people/merge/reverseMerge.ts'
import { mergeEndpoints } from './features/people/merge/routes.ts'
import { noteEndpoints } from './features/people/noteRoutes.ts'
import { personEndpoints } from './features/people/personRoutes.ts'
import { peopleEndpoints } from './features/people/routes.ts'
import { expireHolds } from './features/places/holds.ts'
import { privacyEndpoints } from './features/privacy/routes.ts'
import { sendRemindersTask } from './features/reminders/automatic.ts'
import { reminderEndpoints } from './features/reminders/routes.ts'
import { closeFigures } from './features/reports/figures.ts'
import { healthEndpoints } from './features/reports/health.ts'
import { reportEndpoints } from './features/reports/routes.ts'
import { scheduleEndpoints } from './features/schedule/routes.ts'
import { buildingEndpoints } from './features/settings/building.ts'
import { carouselEndpoints } from './features/settings/carousel.ts'
import { closureEndpoints } from './features/settings/closures/routes.ts'
import { connectionEndpoints } from './features/settings/connections/routes.ts'
import { logoEndpoints } from './features/settings/logo.ts'
import { openingEndpoints } from './features/settings/opening/routes.ts'
import { publicTextEndpoints } from './features/settings/publicTexts.ts'
import { settingsEndpoints } from './features/settings/routes.ts'
import { purgeWaivers } from './features/waivers/handovers.ts'
import { waiverEndpoints } from './features/waivers/routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { purgeIdempotencyKeys } from './http/idempotency.ts'
import { formTokenEndpoint } from './http/limits/guestCheck.ts'
import { liveEventsEndpoint } from './http/live/followLive.ts'
import { createSite, type Site } from './http/pages/site.ts'
import { trimMailbox } from './integrations/mail/developmentMailbox.ts'
import { type Task, task } from './jobs/tasks.ts'

/** One for each operation of the contract. */
export const endpoints: readonly Endpoint[] = [
  ...facilityEndpoints,
  ...cageEndpoints,
  ...bookingEndpoints,
  ...bookingChangeEndpoints,
  ...staffBookingEndpoints,
  ...bookingGroupEndpoints,
  ...insertBookingEndpoints,
  ...coachEndpoints,
  ...staffCoachEndpoints,
  ...ownCoachEndpoints,
  ...coachHoursEndpoints,
  ...availabilityEndpoints,
  ...lessonEndpoints,
  ...classEndpoints,
  ...staffClassEndpoints,
  ...classSessionEndpoints,
  ...classSeasonEndpoints,
  ...campEndpoints,
  ...staffCampEndpoints,
  ...campEditingEndpoints,
  ...lessonChangeEndpoints,
  ...coachScheduleEndpoints,
  ...staffLessonEndpoints,
  ...lessonGroupEndpoints,
  ...insertLessonEndpoints,
  ...coachPortalEndpoints,
  ...accountEndpoints,
  ...accountPageEndpoints,
  ...membershipEndpoints,
  ...staffMembershipEndpoints,
  ...deviceEndpoints,
  ...secondFactorEndpoints,
  ...emailChangeEndpoints,
  ...calendarEndpoints,
  ...privacyEndpoints,
  ...householdEndpoints,
  ...invitationEndpoints,
  ...careEndpoints,
  ...waiverEndpoints,
  ...peopleEndpoints,
  ...personEndpoints,
  ...noteEndpoints,
  ...mergeEndpoints,
  ...profileInvitationEndpoints,
  ...importEndpoints,
  ...everythingEndpoints,
  ...contactEndpoints,
  ...unsubscribeEndpoints,
  ...templateEndpoints,
  ...paymentEndpoints,
  ...drawerEndpoints,
  ...goodsEndpoints,
  ...salesReportEndpoints,
  ...staffPaymentEndpoints(
    releasePlaces({ booking: releaseBooking, guest_booking: releaseBooking, lesson: releaseLesson }),
  ),
  ...undoEndpoints,
  ...scheduleEndpoints,
  ...closureEndpoints,
  ...settingsEndpoints,
  ...openingEndpoints,
  ...healthEndpoints,
  ...connectionEndpoints,
  ...publicTextEndpoints,
  ...buildingEndpoints,
  ...carouselEndpoints,
  ...logoEndpoints,
  ...reminderEndpoints,
  ...reportEndpoints,
  ...auditEndpoints,
  ...deliveryEndpoints,
  ...contactInboxEndpoints,
  formTokenEndpoint,
  liveEventsEndpoint,
]

/** The public pages, in the order of the sitemap. */
export const siteOf = (context: Context): Site =>
  createSite(
    [facilityPages, cagePages, coachPages(context), classPages(context), campPages(context), membershipPages],
    facilityListing,
  )

/** What can be bought by card, except the membership, which is a subscription. */
export const products = registerProducts([
  bookingProduct,
  lateBookingProduct,
  lessonProduct,
  lateLessonProduct,
  classProduct,
  campProduct,
])

export const providerEventHandlers: readonly ProviderEventHandler[] = [subscriptionEvents, disputeEvents]

/** Tasks that need only the database. */
export const tasks: readonly Task[] = [
  sweepOutbox,
  purgeMessages,
  expireHolds,
  purgeIdempotencyKeys,
  purgeStaffChanges,
  purgeSessions,
  purgeHouseholds,
  deleteOldCare,
  purgeWaivers,
  closeFigures,
  finishMerges,
  purgeImports,
  task('trim-development-mailbox', '37 * * * *', (tx) => trimMailbox(tx)),
]

/** Tasks that need more than the database: the payment provider, or the site's address. */
export const providerTasks = (context: Context): readonly Task[] => [
  reconcilePaymentsTask(context),
  reconcileSubscriptionsTask(context),
  sendRemindersTask(context),
]

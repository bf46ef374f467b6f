import { type AccountDeletedData, accountDeleted } from './templates/accountDeleted.ts'
import { type AuditSealData, auditSeal } from './templates/auditSeal.ts'
import { type BookingChangedData, bookingChanged } from './templates/bookingChanged.ts'
import { type BookingConfirmedData, bookingConfirmed } from './templates/bookingConfirmed.ts'
import { type CampChangedData, campChanged } from './templates/campChanged.ts'
import { type CampRegisteredData, campRegistered } from './templates/campRegistered.ts'
import {
  type BookingCanceledData,
  bookingCanceled,
  type CampCanceledData,
  type ClassCanceledData,
  campCanceled,
  classCanceled,
  type LessonCanceledData,
  lessonCanceled,
} from './templates/canceled.ts'
import { type ClassBookedData, classBooked } from './templates/classBooked.ts'
import { type ClassChangedData, classChanged } from './templates/classChanged.ts'
import {
  type CoachLessonCanceledData,
  type CoachLessonChangedData,
  coachLessonCanceled,
  coachLessonChanged,
  type LessonBookedData,
  lessonBooked,
} from './templates/coachLesson.ts'
import { type CoachSessionsCanceledData, coachSessionsCanceled } from './templates/coachSessions.ts'
import { type ContactMessageData, contactMessage } from './templates/contactMessage.ts'
import { type ContactReplyData, contactReply } from './templates/contactReply.ts'
import {
  type EmailChangeApproveData,
  type EmailChangeConfirmData,
  type EmailChangedData,
  emailChangeApprove,
  emailChangeConfirm,
  emailChanged,
} from './templates/emailChange.ts'
import {
  type FamilyAdultData,
  type FamilyInvitationData,
  type FamilyRemovedData,
  familyAdultJoined,
  familyAdultLeft,
  familyInvitation,
  familyNoteChanged,
  familyRemoved,
} from './templates/family.ts'
import { type LessonChangedData, lessonChanged } from './templates/lessonChanged.ts'
import { type LessonConfirmedData, lessonConfirmed } from './templates/lessonConfirmed.ts'
import {
  type MembershipCancelingData,
  type MembershipEndedData,
  type MembershipPaymentFailedData,
  type MembershipRenewedData,
  type MembershipStartedData,
  membershipCanceling,
  membershipEnded,
  membershipPaymentFailed,
  membershipRenewed,
  membershipStarted,
} from './templates/membership.ts'
import {
  type MembershipCardLinkData,
  type MembershipFrozenData,
  type MembershipUnfrozenData,
  membershipCardLink,
  membershipFrozen,
  membershipUnfrozen,
} from './templates/membershipByStaff.ts'
import {
  type NewsletterData,
  newsletter,
  type UnsubscribeLinkData,
  unsubscribeLink,
} from './templates/newsletter.ts'
import {
  type InvitationData,
  invitation,
  type PasswordChangedData,
  passwordChanged,
  type ResetPasswordData,
  resetPassword,
  type SecondFactorChangedData,
  secondFactorChanged,
} from './templates/password.ts'
import {
  type PaymentReceiptData,
  paymentReceipt,
  type ReceiptVoidedData,
  type RefundByStaffData,
  receiptVoided,
  refundByStaff,
} from './templates/receipt.ts'
import { type RecordsMergedData, recordsMerged } from './templates/recordsMerged.ts'
import {
  type PaymentRefundedData,
  paymentRefunded,
  type RefundFailedData,
  type RefundSentData,
  refundFailed,
  refundSent,
} from './templates/refunds.ts'
import {
  type BookingReminderData,
  bookingReminder,
  type CampReminderData,
  type ClassReminderData,
  campReminder,
  classReminder,
  type LessonReminderData,
  lessonReminder,
  type SessionMessageData,
  sessionMessage,
} from './templates/reminders.ts'
import {
  type AccountExistsData,
  accountExists,
  type ConfirmEmailData,
  confirmEmail,
} from './templates/signUp.ts'
import type { MessageTemplate } from './templates/template.ts'
import { type WaiverSignedData, waiverSigned } from './templates/waiverSigned.ts'

/** The data of each message. Amounts, days and times are formatted text. */
export interface MessageData {
  'confirm-email': ConfirmEmailData
  'account-exists': AccountExistsData
  'reset-password': ResetPasswordData
  invitation: InvitationData
  'password-changed': PasswordChangedData
  'second-factor-changed': SecondFactorChangedData
  'email-change-approve': EmailChangeApproveData
  'email-change-confirm': EmailChangeConfirmData
  'email-changed': EmailChangedData
  'account-deleted': AccountDeletedData
  'records-merged': RecordsMergedData
  'family-invitation': FamilyInvitationData
  'family-adult-joined': FamilyAdultData
  'family-adult-left': FamilyAdultData
  'family-note-changed': FamilyAdultData
  'family-removed': FamilyRemovedData
  'waiver-signed': WaiverSignedData
  'booking-confirmed': BookingConfirmedData
  'booking-changed': BookingChangedData
  'booking-canceled': BookingCanceledData
  'lesson-confirmed': LessonConfirmedData
  'lesson-changed': LessonChangedData
  'lesson-canceled': LessonCanceledData
  'lesson-booked': LessonBookedData
  'camp-registered': CampRegisteredData
  'camp-changed': CampChangedData
  'camp-canceled': CampCanceledData
  'class-booked': ClassBookedData
  'class-changed': ClassChangedData
  'class-canceled': ClassCanceledData
  'camp-reminder': CampReminderData
  'class-reminder': ClassReminderData
  'lesson-reminder': LessonReminderData
  'booking-reminder': BookingReminderData
  'session-message': SessionMessageData
  'coach-lesson-changed': CoachLessonChangedData
  'coach-lesson-canceled': CoachLessonCanceledData
  'coach-sessions-canceled': CoachSessionsCanceledData
  'payment-refunded': PaymentRefundedData
  'refund-sent': RefundSentData
  'refund-by-staff': RefundByStaffData
  'payment-receipt': PaymentReceiptData
  'receipt-voided': ReceiptVoidedData
  'refund-failed': RefundFailedData
  'contact-message': ContactMessageData
  'contact-reply': ContactReplyData
  'unsubscribe-link': UnsubscribeLinkData
  'membership-started': MembershipStartedData
  'membership-renewed': MembershipRenewedData
  'membership-payment-failed': MembershipPaymentFailedData
  'membership-canceling': MembershipCancelingData
  'membership-ended': MembershipEndedData
  'audit-seal': AuditSealData
  'membership-frozen': MembershipFrozenData
  'membership-unfrozen': MembershipUnfrozenData
  'membership-card-link': MembershipCardLinkData
  newsletter: NewsletterData
}
export type TemplateName = keyof MessageData

/** The built-in texts; an active row of the same name in `email_templates` overrides one. */
export const builtInTemplates: { readonly [Name in TemplateName]: MessageTemplate<MessageData[Name]> } = {
  'confirm-email': confirmEmail,
  'account-exists': accountExists,
  'reset-password': resetPassword,
  invitation,
  'password-changed': passwordChanged,
  'second-factor-changed': secondFactorChanged,
  'email-change-approve': emailChangeApprove,
  'email-change-confirm': emailChangeConfirm,
  'email-changed': emailChanged,
  'account-deleted': accountDeleted,
  'records-merged': recordsMerged,
  'family-invitation': familyInvitation,
  'family-adult-joined': familyAdultJoined,
  'family-adult-left': familyAdultLeft,
  'family-note-changed': familyNoteChanged,
  'family-removed': familyRemoved,
  'waiver-signed': waiverSigned,
  'booking-confirmed': bookingConfirmed,
  'booking-changed': bookingChanged,
  'booking-canceled': bookingCanceled,
  'lesson-confirmed': lessonConfirmed,
  'lesson-changed': lessonChanged,
  'lesson-canceled': lessonCanceled,
  'lesson-booked': lessonBooked,
  'camp-registered': campRegistered,
  'camp-changed': campChanged,
  'camp-canceled': campCanceled,
  'class-booked': classBooked,
  'class-changed': classChanged,
  'class-canceled': classCanceled,
  'camp-reminder': campReminder,
  'class-reminder': classReminder,
  'lesson-reminder': lessonReminder,
  'booking-reminder': bookingReminder,
  'session-message': sessionMessage,
  'coach-lesson-changed': coachLessonChanged,
  'coach-lesson-canceled': coachLessonCanceled,
  'coach-sessions-canceled': coachSessionsCanceled,
  'payment-refunded': paymentRefunded,
  'refund-sent': refundSent,
  'refund-by-staff': refundByStaff,
  'payment-receipt': paymentReceipt,
  'receipt-voided': receiptVoided,
  'refund-failed': refundFailed,
  'contact-message': contactMessage,
  'contact-reply': contactReply,
  'unsubscribe-link': unsubscribeLink,
  'membership-started': membershipStarted,
  'membership-renewed': membershipRenewed,
  'membership-payment-failed': membershipPaymentFailed,
  'membership-canceling': membershipCanceling,
  'membership-ended': membershipEnded,
  'audit-seal': auditSeal,
  'membership-frozen': membershipFrozen,
  'membership-unfrozen': membershipUnfrozen,
  'membership-card-link': membershipCardLink,
  newsletter,
}

/** Whether there is a built-in template of this name. */
export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(builtInTemplates, name)

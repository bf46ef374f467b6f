import { capitalized } from '../capitalized.ts'

/** What a template is called unless its name was edited: 'Booking confirmed' for 'booking-confirmed'. */
export const templateTitle = (key: string): string => capitalized(key.replaceAll('-', ' '))

/** Messages by who gets them and when, as staff look for them. */
export const templateGroups = Object.entries({
  'Customers, when they book': 'booking-confirmed lesson-confirmed class-booked camp-registered',
  'Customers, before it starts':
    'booking-reminder lesson-reminder class-reminder camp-reminder session-message',
  'Customers, when something changes': 'booking-changed lesson-changed class-changed camp-changed',
  'Customers, when something is canceled': 'booking-canceled lesson-canceled class-canceled camp-canceled',
  'Customers, about payments and refunds':
    'payment-receipt receipt-voided refund-by-staff refund-sent payment-refunded',
  'Members, about their membership':
    'membership-started membership-renewed membership-payment-failed membership-card-link membership-frozen membership-unfrozen membership-canceling membership-ended',
  'Everyone with an account, about logging in':
    'confirm-email account-exists invitation reset-password password-changed second-factor-changed email-change-approve email-change-confirm email-changed records-merged account-deleted',
  'Families, when the adults change something':
    'family-invitation family-adult-joined family-adult-left family-removed family-note-changed waiver-signed',
  'Coaches, when their schedule changes':
    'lesson-booked coach-lesson-changed coach-lesson-canceled coach-sessions-canceled',
  'You and your staff, when something needs a look': 'contact-message refund-failed audit-seal',
  'Visitors and subscribers, when you write to them': 'contact-reply newsletter unsubscribe-link',
}).map(([title, keys]) => ({ title, keys: keys.split(' ') }))

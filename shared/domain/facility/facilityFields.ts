/** What each setting of the facility is called, and where customers see it. */
import type { SettingsField } from '../../contract/facility/facilitySettings.ts'
import type { DateLanguage } from '../time/timeFormat.ts'

interface FieldText {
  readonly label: string
  /** Where customers see it; null for what only staff and the server use. */
  readonly shown: string | null
  readonly unit?: 'dollars' | 'percent' | 'days' | 'hours' | 'minutes'
}

const everywhere = 'Header and footer of every page, emails and receipts'
const address = 'Footer, contact page, maps and emails'
const home = 'Home page'
const membership = 'Membership page and agreement'
const reminders = 'Email reminders'
const taxed = 'Prices before paying, and receipts'
const limit = { shown: 'When someone books more than that' } as const

export const facilityFields: Readonly<Record<SettingsField, FieldText>> = {
  name: { label: 'Name', shown: everywhere },
  street_address: { label: 'Street Address', shown: address },
  city: { label: 'City', shown: address },
  state: { label: 'State', shown: address },
  postal_code: { label: 'ZIP Code', shown: address },
  phone: { label: 'Phone', shown: everywhere },
  email: { label: 'Email', shown: 'Footer, contact page and the sender of emails' },
  maps_url: { label: 'Google Maps Link', shown: address },
  apple_maps_url: { label: 'Apple Maps Link', shown: address },
  parking: { label: 'Parking and Entrance', shown: 'Home page, tickets and emails' },
  what_to_bring: { label: 'What to Bring', shown: 'Tickets and emails of cages and lessons' },
  social_links: { label: 'Social Links', shown: 'Footer' },
  announcement: { label: 'Announcement', shown: home },
  rate_line: { label: 'Rate Line', shown: home },
  brand_color: { label: 'Brand Color', shown: 'Buttons and accents of every page, emails' },
  time_zone: { label: 'Time Zone', shown: 'Every time on every page' },
  date_language: {
    label: 'Dates and Times',
    shown: 'Every date and time on pages, in emails and on receipts',
  },
  opening_hours: { label: 'Opening Hours', shown: 'Booking pages, footer, contact page and search engines' },
  special_days: { label: 'Special Days', shown: 'Booking pages, contact page and search engines' },
  team_rates: { label: 'Team Rates', shown: home },
  cages: { label: 'Cages', shown: 'Booking pages' },
  member_cage_discount_percent: {
    label: "Members' Discount on Cages",
    shown: `${membership}, prices of members`,
    unit: 'percent',
  },
  member_class_discount_percent: {
    label: "Members' Discount on Classes",
    shown: `${membership}, prices of members`,
    unit: 'percent',
  },
  membership_monthly_price: { label: 'Monthly Price', shown: membership, unit: 'dollars' },
  founders_cap: { label: 'Founders Spots', shown: membership },
  card_payment_for_cages: { label: 'Card Payment for Cages', shown: 'Booking a cage' },
  card_payment_for_lessons: { label: 'Card Payment for Lessons', shown: 'Booking a lesson' },
  booking_window_days: { label: 'Booking Window', shown: 'Calendars of the booking pages', unit: 'days' },
  late_after_minutes: { label: 'Late After', shown: 'Today and the schedule', unit: 'minutes' },
  cancellation_cutoff_hours: {
    label: 'Cut-off for Cages and Lessons',
    shown: 'Before booking, and in the account',
    unit: 'hours',
  },
  camp_cancellation_cutoff_days: {
    label: 'Cut-off for Camps',
    shown: 'Before registering, and in the account',
    unit: 'days',
  },
  class_cancellation_cutoff_hours: {
    label: 'Cut-off for Classes',
    shown: 'Before booking, and in the account',
    unit: 'hours',
  },
  care_retention_days: { label: 'Keep Medical and Emergency Details For', shown: null, unit: 'days' },
  care_required: {
    label: 'Emergency Details Before Registering',
    shown: 'Registering a child for a camp or class',
  },
  membership_notice_days: { label: 'Notice', shown: membership, unit: 'days' },
  member_reservation_limit: { label: "Members' Reservations at a Time", shown: membership },
  tax_added: { label: 'Add Tax to Prices', shown: taxed },
  tax_cages: { label: 'Tax on Cages', shown: taxed, unit: 'percent' },
  tax_lessons: { label: 'Tax on Lessons', shown: taxed, unit: 'percent' },
  tax_classes: { label: 'Tax on Classes', shown: taxed, unit: 'percent' },
  tax_camps: { label: 'Tax on Camps', shown: taxed, unit: 'percent' },
  tax_memberships: { label: 'Tax on Memberships', shown: taxed, unit: 'percent' },
  tax_goods: { label: 'Tax on Goods', shown: null, unit: 'percent' },
  journal_accounts: { label: 'Journal Accounts', shown: null },
  desk_refund_limit: { label: 'Front Desk Refund Limit', shown: null, unit: 'dollars' },
  reminder_days_camps: { label: 'Camp Reminders', shown: reminders, unit: 'days' },
  reminder_days_classes: { label: 'Class Reminders', shown: reminders, unit: 'days' },
  reminder_days_lessons: { label: 'Lesson Reminders', shown: reminders, unit: 'days' },
  reminder_days_cages: { label: 'Cage Booking Reminders', shown: reminders, unit: 'days' },
  reminder_hour: { label: 'Send Reminders At', shown: reminders },
  unpaid_hours_new_customer: { label: 'Unpaid Hours of a New Customer', ...limit, unit: 'hours' },
  unpaid_hours_returning_customer: { label: 'Unpaid Hours of a Returning Customer', ...limit, unit: 'hours' },
  unpaid_guest_hours_per_address: {
    label: 'Unpaid Guest Hours of One Network Address',
    ...limit,
    unit: 'hours',
  },
  unpaid_camps_per_customer: { label: 'Unpaid Camps of One Customer', ...limit },
  checkout_hours_new_customer: { label: 'Unpaid Hours Allowed, New Customer', ...limit, unit: 'hours' },
  checkout_hours_returning_customer: {
    label: 'Unpaid Hours Allowed, Returning Customer',
    ...limit,
    unit: 'hours',
  },
  open_checkouts_per_person: { label: 'Open Checkouts per Person', ...limit },
  open_checkouts_per_address: { label: 'Open Checkouts per Network', ...limit },
  live_streams_per_person: { label: 'Live Connections per Person', shown: null },
  live_streams_per_address: { label: 'Live Connections per Network', shown: null },
}

/** How days and times are written, by example. */
export const dateExamples: Readonly<Record<DateLanguage, string>> = {
  'en-US': 'Tue, Nov 24, 4:00 PM (United States)',
  'en-AU': 'Tue 24 Nov, 4:00 PM (Australia)',
  'en-GB': 'Tue 24 Nov, 16:00 (United Kingdom)',
}

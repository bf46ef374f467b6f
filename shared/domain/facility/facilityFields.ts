/** What each setting of the facility is called, and where customers see it. */
import type { SettingsField } from '../../contract/facility/facilitySettings.ts'

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
  street_address: { label: 'Street address', shown: address },
  city: { label: 'City', shown: address },
  state: { label: 'State', shown: address },
  postal_code: { label: 'ZIP code', shown: address },
  phone: { label: 'Phone', shown: everywhere },
  email: { label: 'Email', shown: 'Footer, contact page and the sender of emails' },
  maps_url: { label: 'Google Maps link', shown: address },
  apple_maps_url: { label: 'Apple Maps link', shown: address },
  parking: { label: 'Parking and entrance', shown: 'Home page, tickets and emails' },
  social_links: { label: 'Social links', shown: 'Footer' },
  announcement: { label: 'Announcement', shown: home },
  rate_line: { label: 'Rate line', shown: home },
  brand_color: { label: 'Brand color', shown: 'Buttons and accents of every page, emails' },
  time_zone: { label: 'Time zone', shown: 'Every time on every page' },
  opening_hours: { label: 'Opening hours', shown: 'Booking pages, footer, contact page and search engines' },
  special_days: { label: 'Special days', shown: 'Booking pages, contact page and search engines' },
  team_rates: { label: 'Team rates', shown: home },
  cages: { label: 'Cages', shown: 'Booking pages' },
  member_cage_discount_percent: {
    label: "Members' discount on cages",
    shown: `${membership}, prices of members`,
    unit: 'percent',
  },
  member_class_discount_percent: {
    label: "Members' discount on classes",
    shown: `${membership}, prices of members`,
    unit: 'percent',
  },
  membership_monthly_price: { label: 'Monthly price', shown: membership, unit: 'dollars' },
  founders_cap: { label: 'Founders spots', shown: membership },
  card_payment_for_cages: { label: 'Card payment for cages', shown: 'Booking a cage' },
  card_payment_for_lessons: { label: 'Card payment for lessons', shown: 'Booking a lesson' },
  booking_window_days: { label: 'Booking window', shown: 'Calendars of the booking pages', unit: 'days' },
  late_after_minutes: { label: 'Late after', shown: 'Today and the schedule', unit: 'minutes' },
  cancellation_cutoff_hours: {
    label: 'Cut-off for cages and lessons',
    shown: 'Before booking, and in the account',
    unit: 'hours',
  },
  camp_cancellation_cutoff_days: {
    label: 'Cut-off for camps',
    shown: 'Before registering, and in the account',
    unit: 'days',
  },
  class_cancellation_cutoff_hours: {
    label: 'Cut-off for classes',
    shown: 'Before booking, and in the account',
    unit: 'hours',
  },
  care_retention_days: { label: 'Keep medical and emergency details for', shown: null, unit: 'days' },
  care_required: {
    label: 'Emergency details before registering',
    shown: 'Registering a child for a camp or class',
  },
  membership_notice_days: { label: 'Notice', shown: membership, unit: 'days' },
  member_reservation_limit: { label: "Members' reservations at a time", shown: membership },
  tax_added: { label: 'Add tax to prices', shown: taxed },
  tax_cages: { label: 'Tax on cages', shown: taxed, unit: 'percent' },
  tax_lessons: { label: 'Tax on lessons', shown: taxed, unit: 'percent' },
  tax_classes: { label: 'Tax on classes', shown: taxed, unit: 'percent' },
  tax_camps: { label: 'Tax on camps', shown: taxed, unit: 'percent' },
  tax_memberships: { label: 'Tax on memberships', shown: taxed, unit: 'percent' },
  tax_goods: { label: 'Tax on goods', shown: null, unit: 'percent' },
  journal_accounts: { label: 'Journal accounts', shown: null },
  desk_refund_limit: { label: 'Front desk refund limit', shown: null, unit: 'dollars' },
  reminder_days_camps: { label: 'Camp reminders', shown: reminders, unit: 'days' },
  reminder_days_classes: { label: 'Class reminders', shown: reminders, unit: 'days' },
  reminder_days_lessons: { label: 'Lesson reminders', shown: reminders, unit: 'days' },
  reminder_days_cages: { label: 'Cage booking reminders', shown: reminders, unit: 'days' },
  reminder_hour: { label: 'Send reminders at', shown: reminders },
  unpaid_hours_new_customer: { label: 'Unpaid hours of a new customer', ...limit, unit: 'hours' },
  unpaid_hours_returning_customer: { label: 'Unpaid hours of a returning customer', ...limit, unit: 'hours' },
  unpaid_guest_hours_per_address: {
    label: 'Unpaid guest hours of one network address',
    ...limit,
    unit: 'hours',
  },
  unpaid_camps_per_customer: { label: 'Unpaid camps of one customer', ...limit },
  checkout_hours_new_customer: { label: 'Unpaid hours allowed, new customer', ...limit, unit: 'hours' },
  checkout_hours_returning_customer: {
    label: 'Unpaid hours allowed, returning customer',
    ...limit,
    unit: 'hours',
  },
  open_checkouts_per_person: { label: 'Open checkouts per person', ...limit },
  open_checkouts_per_address: { label: 'Open checkouts per network', ...limit },
  live_streams_per_person: { label: 'Live connections per person', shown: null },
  live_streams_per_address: { label: 'Live connections per network', shown: null },
}

/** What is taken out of Dugout as a whole, and what is not. A test fails for a table in neither list. */

import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The tables of the zip, with what the README says of them. */
export const exportedTables: Readonly<Record<string, string>> = {
  automatic_reminders: 'Reminders that went out by themselves',
  booking_entries: 'A copy of all that is booked, for the lists of staff',
  bookings: 'Cage bookings of accounts and guests',
  cages: 'Cages and their prices',
  camp_coaches: 'Who coaches a camp',
  camp_registrations: 'Registrations for camps',
  camp_timeslot_cages: 'Cages of the sessions of camps',
  camp_timeslots: 'Sessions of camps',
  camps: 'Camps',
  carousel_pictures: 'Pictures of the home page',
  class_instance_cages: 'Cages of the sessions of classes',
  class_instances: 'Sessions of classes',
  class_left_out: 'Dates that are left out of a class',
  class_registrations: 'Registrations for class sessions',
  class_schedules: 'The weeks of classes',
  classes: 'Classes',
  closure_cages: 'Cages of closures',
  closure_run_items: 'What a closure canceled, one by one',
  closure_runs: 'Cancellations for closures',
  closures: 'Closures',
  coach_availability: 'Weekly hours of coaches',
  coach_bookings: 'Lessons',
  coach_time_off: 'Time off of coaches',
  coaches: 'Coaches',
  contact_messages: 'Messages from the contact form',
  contact_replies: 'Replies to them',
  daily_figures: 'Totals of days that are over',
  drawer_moves: 'Money that went into and out of the cash drawers',
  drawer_shifts: 'Cash drawers from their opening to their closing',
  email_template_versions: 'Your own words in emails, with earlier versions',
  email_templates: 'The emails, with your own words',
  facility: 'Your facility: name, address, settings',
  membership_attempts: 'Charges of memberships that failed at first',
  membership_changes: 'What staff asked for of memberships',
  membership_prices: 'Prices of the membership',
  occupancy: 'A copy of which cage and coach is taken when',
  opening_hours: 'Opening hours',
  outbox: 'Emails that were sent, without their texts',
  participant_adults: 'Who acts for whom: parents and their children',
  participant_care: 'Care notes and emergency contacts',
  participants: 'Everyone who takes part: accounts, children, guests',
  goods: 'What the front desk sells: drinks, gloves, tokens',
  payment_disputes: 'Disputes of card payments',
  payment_events: 'Events of the payment provider that were handled',
  payment_items: 'What each payment paid for',
  payment_refunds: 'Refunds',
  payment_transactions: 'Payments',
  people_index: 'A copy of names, for the search of staff',
  person_notes: 'Notes of staff about people',
  person_unpaid_limits: 'Limits of unpaid time for single people',
  profiles: 'Accounts: customers, coaches and staff',
  public_texts: 'Your terms and other texts, with earlier versions',
  reminder_days: 'Days on which reminders were sent',
  reminder_messages: 'What each reminder was about',
  reminder_runs: 'Reminders and messages that staff sent',
  sale_lines: 'What each sale, void and refund is for',
  sale_tenders: 'How each sale was paid',
  sales: 'Sales, voids and refunds, numbered',
  special_days: 'Days with other hours',
  stale_figure_days: 'Days whose totals are counted again',
  stripe_customers: 'The ids of customers at the payment provider',
  subscriptions: 'Memberships',
  team_rates: 'Team rates',
  unsubscribes: 'Who gets no newsletter',
  waiver_signatures: 'Signed waivers',
  waiver_versions: 'Texts of waivers',
  waivers: 'Waivers and what they are required for',
}

/** Tables that stay, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  audit_chain: 'the seal of the audit log, made with this server’s key',
  audit_log: 'has a file of its own, on the page Audit Log',
  audit_sealing: 'nothing is in it',
  audit_seals: 'the seal of the audit log',
  auth_accounts: 'passwords',
  auth_rate_limits: 'counters',
  auth_sessions: 'who is logged in, with secrets',
  auth_two_factors: 'keys of the second factor',
  auth_used_codes: 'codes, for 90 seconds',
  auth_verifications: 'secrets of links',
  backups: 'which backups this server made',
  calendar_feeds: 'secret addresses',
  checkout_hold_seats: 'checkouts, for fifteen minutes',
  checkout_hold_slots: 'checkouts, for fifteen minutes',
  checkout_holds: 'checkouts, for fifteen minutes',
  coach_calendar_feeds: 'secret addresses',
  connections: 'password of the mail server and keys of Stripe',
  development_mailbox: 'never in production',
  email_changes: 'secrets of links',
  household_invitation_participants: 'open invitations, for a week',
  household_invitations: 'open invitations, with secrets',
  idempotency_keys: 'answers, for a day',
  import_progress: 'imports under way',
  import_rows: 'files that were imported, for a day',
  imports: 'files that were imported',
  kysely_migration: 'the version of the database',
  kysely_migration_lock: 'the version of the database',
  pending_sign_ups: 'sign-ups that are not confirmed',
  person_merge_rows: 'merges that can be reversed, for a day',
  person_merges: 'merges that can be reversed, for a day',
  profile_invitations: 'open links to profiles, with secrets',
  setup_codes: 'codes of the set-up page',
  waiver_handovers: 'open links, with secrets',
  staff_changes: 'changes that can be undone, for 20 seconds',
}

/** Columns that are left empty: secrets, what the texts of emails say, and references to what is left out. */
export const hiddenColumns: Readonly<Record<string, readonly string[]>> = {
  coach_bookings: ['guest_origins'],
  contact_replies: ['outbox_id'],
  occupancy: ['checkout_hold_id'],
  outbox: ['data', 'calendar', 'test_texts', 'staff_change_id'],
  participants: ['merged_into'],
  payment_refunds: ['staff_change_id'],
  payment_transactions: ['checkout_hold_id'],
  profiles: ['merged_into', 'two_factor_enabled'],
}

/** Rows that are left out: what is under way, and the empty record of a merge. */
export const exportedRows: Readonly<Record<string, string>> = {
  automatic_reminders: `message_id in (select id from outbox where status <> 'queued')`,
  occupancy: 'checkout_hold_id is null',
  outbox: `status <> 'queued'`,
  participants: 'merged_into is null',
  profiles: 'merged_into is null',
  reminder_messages: `message_id in (select id from outbox where status <> 'queued')`,
}

export interface ExportedColumn {
  readonly name: string
  readonly type: string
  /** The table to which it refers. */
  readonly refers: string | null
}

/** The columns of each exported table, in their order; what the database computes is not among them. */
export async function readColumns(db: Db): Promise<Map<string, ExportedColumn[]>> {
  const { rows } = await sql<ExportedColumn & { table: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      (
        select min(f.confrelid::regclass::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
      ) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname = any(${Object.keys(exportedTables)}::text[])
    order by c.relname, a.attnum`.execute(db)
  const columns = new Map<string, ExportedColumn[]>()
  for (const { table, ...column } of rows) {
    if (hiddenColumns[table]?.includes(column.name)) continue
    columns.set(table, [...(columns.get(table) ?? []), column])
  }
  return columns
}

import type * as accounts from './tables/accounts.ts'
import type * as bookings from './tables/bookings.ts'
import type * as cages from './tables/cages.ts'
import type * as camps from './tables/camps.ts'
import type * as classes from './tables/classes.ts'
import type * as coaches from './tables/coaches.ts'
import type * as facility from './tables/facility.ts'
import type * as lessons from './tables/lessons.ts'
import type * as messages from './tables/messages.ts'
import type * as participants from './tables/participants.ts'
import type * as payments from './tables/payments.ts'
import type * as people from './tables/people.ts'
import type * as records from './tables/records.ts'
import type * as reminders from './tables/reminders.ts'
import type * as search from './tables/search.ts'
import type * as waivers from './tables/waivers.ts'

/** Every table as Kysely knows it; `tables.test.ts` compares it with the migrated database. */
export interface Database {
  profiles: accounts.ProfilesTable
  auth_sessions: accounts.AuthSessionsTable
  auth_two_factors: accounts.AuthTwoFactorsTable
  auth_used_codes: accounts.AuthUsedCodesTable
  auth_accounts: accounts.AuthAccountsTable
  auth_verifications: accounts.AuthVerificationsTable
  auth_rate_limits: accounts.AuthRateLimitsTable
  pending_sign_ups: accounts.PendingSignUpsTable
  email_changes: accounts.EmailChangesTable
  setup_codes: accounts.SetupCodesTable
  calendar_feeds: accounts.CalendarFeedsTable
  coach_calendar_feeds: accounts.CalendarFeedsTable
  facility: facility.FacilityTable
  daily_figures: facility.DailyFiguresTable
  backups: facility.BackupsTable
  stale_figure_days: facility.StaleFigureDaysTable
  opening_hours: facility.OpeningHoursTable
  special_days: facility.SpecialDaysTable
  team_rates: facility.TeamRatesTable
  carousel_pictures: facility.CarouselPicturesTable
  public_texts: facility.PublicTextsTable
  connections: facility.ConnectionsTable
  cages: cages.CagesTable
  closures: cages.ClosuresTable
  closure_cages: cages.ClosureCagesTable
  closure_runs: cages.ClosureRunsTable
  closure_run_items: cages.ClosureRunItemsTable
  bookings: bookings.BookingsTable
  coaches: coaches.CoachesTable
  coach_availability: coaches.CoachAvailabilityTable
  coach_time_off: coaches.CoachTimeOffTable
  coach_bookings: lessons.CoachBookingsTable
  classes: classes.ClassesTable
  class_schedules: classes.ClassSchedulesTable
  class_instances: classes.ClassInstancesTable
  class_instance_cages: classes.ClassInstanceCagesTable
  class_registrations: classes.ClassRegistrationsTable
  class_left_out: classes.ClassLeftOutTable
  camps: camps.CampsTable
  camp_timeslots: camps.CampTimeslotsTable
  camp_timeslot_cages: camps.CampTimeslotCagesTable
  camp_coaches: camps.CampCoachesTable
  camp_registrations: camps.CampRegistrationsTable
  participants: participants.ParticipantsTable
  participant_adults: participants.ParticipantAdultsTable
  household_invitations: participants.HouseholdInvitationsTable
  household_invitation_participants: participants.HouseholdInvitationParticipantsTable
  participant_care: participants.ParticipantCareTable
  waivers: waivers.WaiversTable
  waiver_versions: waivers.WaiverVersionsTable
  waiver_handovers: waivers.WaiverHandoversTable
  waiver_signatures: waivers.WaiverSignaturesTable
  person_notes: people.PersonNotesTable
  person_unpaid_limits: people.PersonUnpaidLimitsTable
  person_merges: people.PersonMergesTable
  person_merge_rows: people.PersonMergeRowsTable
  profile_invitations: people.ProfileInvitationsTable
  imports: people.ImportsTable
  import_rows: people.ImportRowsTable
  import_progress: people.ImportProgressTable
  subscriptions: payments.SubscriptionsTable
  membership_changes: payments.MembershipChangesTable
  membership_attempts: payments.MembershipAttemptsTable
  membership_prices: payments.MembershipPricesTable
  members: payments.MembersView
  payables: payments.PayablesView
  checkout_holds: payments.CheckoutHoldsTable
  checkout_hold_slots: payments.CheckoutHoldSlotsTable
  checkout_hold_seats: payments.CheckoutHoldSeatsTable
  payment_transactions: payments.PaymentTransactionsTable
  payment_items: payments.PaymentItemsTable
  payment_refunds: payments.PaymentRefundsTable
  goods: payments.GoodsTable
  drawer_shifts: payments.DrawerShiftsTable
  drawer_moves: payments.DrawerMovesTable
  sales: payments.SalesTable
  sale_lines: payments.SaleLinesTable
  sale_tenders: payments.SaleTendersTable
  payment_disputes: payments.PaymentDisputesTable
  payment_events: payments.PaymentEventsTable
  stripe_customers: payments.StripeCustomersTable
  email_templates: messages.EmailTemplatesTable
  email_template_versions: messages.EmailTemplateVersionsTable
  outbox: messages.OutboxTable
  reminder_runs: reminders.ReminderRunsTable
  reminder_messages: reminders.ReminderMessagesTable
  reminder_days: reminders.ReminderDaysTable
  automatic_reminders: reminders.AutomaticRemindersTable
  unsubscribes: messages.UnsubscribesTable
  contact_messages: messages.ContactMessagesTable
  contact_replies: messages.ContactRepliesTable
  development_mailbox: messages.DevelopmentMailboxTable
  occupancy: records.OccupancyTable
  occupancy_due: records.OccupancyDueView
  people_index: search.PeopleIndexTable
  booking_entries: search.BookingEntriesTable
  booking_entries_due: search.BookingEntriesDueView
  audit_log: records.AuditLogTable
  audit_chain: records.AuditChainTable
  audit_sealing: records.AuditSealingTable
  audit_seals: records.AuditSealsTable
  staff_changes: records.StaffChangesTable
  idempotency_keys: records.IdempotencyKeysTable
}

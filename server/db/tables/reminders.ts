import type { Generated } from 'kysely'
import type { Day, DefaultInstant, Id, Instant } from './columns.ts'

export type ReminderAbout = 'camp' | 'class' | 'lesson' | 'booking' | 'guest_booking'

export interface ReminderRunsTable {
  id: Id
  kind: 'reminder' | 'message'
  about: ReminderAbout
  /** The camp, class session, lesson or booking; it may be deleted. */
  about_id: string
  /** Further ones that the same message is about, of any kind. */
  also_ids: Generated<string[]>
  title: string
  starts_at: Instant
  /** The facility's day. */
  sent_on: Day
  /** What staff wrote; null for reminders. */
  subject: string | null
  body: string | null
  /** How many had no e-mail address. */
  unreachable: number
  created_by: string | null
  created_at: DefaultInstant
}

export interface ReminderMessagesTable {
  run_id: string
  /** In the outbox. */
  message_id: string
}

/** Days of which people have been reminded by themselves; see reminders/automatic.ts. */
export interface ReminderDaysTable {
  kind: 'camp' | 'class' | 'lesson' | 'cage'
  day: Day
  reminded_at: Instant
  messages: number
}

export interface AutomaticRemindersTable {
  message_id: string
  /** A registration or booking; it may be deleted. */
  source_id: string
  starts_at: Instant
}

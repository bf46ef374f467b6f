import type { Generated, GeneratedAlways } from 'kysely'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import type { Role } from '../../../shared/contract/fields.ts'
import type { Instant, NullableInstant } from './columns.ts'

/** Everybody whom staff can search for. Written only by triggers. */
export interface PeopleIndexTable {
  /** The account's or the participant's id; of a guest a digest of name, e-mail and phone. */
  id: string
  /** A participant has adults and no account. */
  kind: 'account' | 'guest' | 'participant'
  name: string
  email: string | null
  phone: string | null
  /** Of accounts only. */
  role: Role | null
  created_at: NullableInstant
  /** Name without accents and capitals. */
  sort_name: GeneratedAlways<string>
  /** Names of the household: of an account those without one, of a participant its adults. */
  related: Generated<string>
  /** Name, e-mail and digits of the phone as patterns are matched against them. */
  own: GeneratedAlways<string>
  /** `own` and the related names. Indexed. */
  search: GeneratedAlways<string>
}

/** All bookings, for the lists of staff. Written only by triggers. */
export interface BookingEntriesTable {
  /** The row of `bookings`, `coach_bookings`, `class_instances` or `class_registrations`. */
  source_id: string
  kind: 'booking' | 'guest_booking' | 'lesson' | 'class'
  starts_at: Instant
  ends_at: Instant
  /** 'active' occurs for class sessions only. */
  status: BookingStatus | 'active'
  /** In `people_index`; null for sessions, and once the account is deleted: 'Deleted user'. */
  person_id: string | null
  cage_id: string | null
  coach_id: string | null
  class_id: string | null
  /** What one row of a list shows. */
  group_id: string
  /** Who takes part; null for sessions, and once the participant is deleted. */
  participant_id: string | null
}

/** A view: what `booking_entries` must contain, computed from its sources. */
export type BookingEntriesDueView = BookingEntriesTable

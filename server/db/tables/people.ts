import type { Generated } from 'kysely'
import type { ImportCounts, ImportReason } from '../../../shared/contract/people/imports.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Id,
  Instant,
  Json,
  NullableInstant,
  NullableJson,
} from './columns.ts'

/** What staff write down about a person. */
export interface PersonNotesTable {
  id: Id
  user_id: string
  /** Null once the writer's own account is deleted. */
  written_by: string | null
  body: string
  pinned: Generated<boolean>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** More or less unpaid time than the facility's limits say, for one person. */
export interface PersonUnpaidLimitsTable {
  user_id: string
  /** Null is no limit. */
  hours: number | null
  reason: string
  set_by: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** Name and phone of a kept record. */
export interface KeptDetails {
  readonly name: string
  readonly phone: string | null
}

/** Two records of one person that became one. */
export interface PersonMergesTable {
  id: Id
  kind: 'account' | 'participant'
  source_account: string | null
  target_account: string | null
  source_participant: string
  target_participant: string
  /** Of the record that goes. */
  source_email: string | null
  source_confirmed: Generated<boolean>
  kept_before: Json<KeptDetails>
  kept_after: Json<KeptDetails>
  merged_by: string | null
  merged_at: Instant
  reversible_until: Instant
  reversed_at: NullableInstant
}

/** What a merge moved or set aside. */
export interface PersonMergeRowsTable {
  merge_id: string
  position: Generated<number>
  table_name: string
  /** The primary key of the row, after the move. */
  row_key: Json<Record<string, string>>
  column_name: string | null
  /** The whole row, where it was taken out of its table. */
  set_aside: NullableJson<Record<string, unknown>>
}

/** A link with which someone takes over a coach without an account, or a customer without an email. */
export interface ProfileInvitationsTable {
  id: Id
  /** Either this or `user_id`. */
  coach_id: string | null
  user_id: string | null
  token_hash: string
  created_by: string | null
  accepted_by: string | null
  accepted_at: NullableInstant
  created_at: DefaultInstant
  expires_at: Instant
}

/** People who are brought along from a file. */
export interface ImportsTable {
  id: Id
  source: string
  created_by: string | null
  created_at: DefaultInstant
  state: Generated<'checking' | 'checked' | 'taking' | 'taken' | 'undoing' | 'undone'>
  headings: string[]
  /** What each column is; empty: it is left out. */
  columns: string[]
  headings_key: string
  counts: NullableJson<ImportCounts>
  invite: Generated<boolean>
  acted_by: string | null
  problem: string | null
  taken_at: NullableInstant
  undone_at: NullableInstant
}

/** A row of another table that an import made. */
export interface MadeRow {
  readonly table: 'profiles' | 'participants' | 'person_notes' | 'coaches' | 'bookings' | 'coach_bookings'
  readonly id: string
}

/** A row of the file. */
export interface ImportRowsTable {
  import_id: string
  number: number
  cells: string[]
  outcome: 'new' | 'adds' | 'duplicate' | 'wrong' | null
  becomes: Generated<string>
  reasons: DefaultJson<ImportReason[]>
  made: DefaultJson<MadeRow[]>
  person_id: string | null
}

/** How far a worker is with an import. */
export interface ImportProgressTable {
  import_id: string
  done: Generated<number>
  total: Generated<number>
}

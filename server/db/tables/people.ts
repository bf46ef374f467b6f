import type { Generated } from 'kysely'
import type { DefaultInstant, Id, Instant, Json, NullableInstant, NullableJson } from './columns.ts'

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

import type { Generated, GeneratedAlways } from 'kysely'
import type { AuditAction } from '../../../shared/domain/people/auditActions.ts'
import type { DefaultInstant, DefaultJson, Id, Instant, NullableInstant, NullableJson } from './columns.ts'

/** The ledger of occupied time. Written only by triggers on its sources. */
export interface OccupancyTable {
  id: GeneratedAlways<string>
  cage_id: string | null
  coach_id: string | null
  /** A `tstzrange`, `[start,end)`. */
  during: string
  booking_id: string | null
  coach_booking_id: string | null
  class_instance_id: string | null
  camp_timeslot_id: string | null
  checkout_hold_id: string | null
  closure_id: string | null
  coach_time_off_id: string | null
  kind: 'booking' | 'guest_booking' | 'lesson' | 'class' | 'camp' | 'hold' | 'closure' | 'time_off'
}

/** A view: what the ledger must contain, computed from its sources. */
export type OccupancyDueView = Omit<OccupancyTable, 'id'>

/** Written by triggers; rows cannot be changed. */
export interface AuditLogTable {
  id: Id
  created_at: DefaultInstant
  /** 'EVENT' is an entry without a changed row, such as a refused sign-in; `description` names it. */
  action: AuditAction
  table_name: string
  /** The row's key; the parts of a composite key are separated by blanks. */
  record_id: string
  /** Who acted, perhaps since deleted; null for the system. */
  user_id: string | null
  system_operation: GeneratedAlways<boolean>
  description: string | null
  old_values: NullableJson<Record<string, unknown>>
  new_values: NullableJson<Record<string, unknown>>
  client_info: string | null
  /** The change by staff that wrote it, or its undo; kept by the database. */
  staff_change_id: Generated<string | null>
  /** The transaction that wrote it; null in entries from before the log was sealed. */
  xid: Generated<string | null>
}

/** The order in which entries were sealed; `db/audit/leaf.ts` has what the digests are of. */
export interface AuditChainTable {
  seq: string
  entry_id: string
  mac: Buffer
  /** Names of the entry's personal columns, separated by commas. */
  personal: string | null
  salt: Buffer | null
  commitment: Buffer | null
  client_salt: Buffer | null
  client_commitment: Buffer | null
}

export interface AuditSealsTable {
  no: string
  last_seq: string
  /** A `pg_snapshot`; null while entries from before the first seal wait. */
  snapshot: string | null
  cluster: string
  key_id: string
  sealed_at: Instant
  mac: Buffer
}

/** Has no rows: it is there to be locked. */
export interface AuditSealingTable {
  one: Generated<boolean>
}

/** A slot of the ledger as JSON has it. */
export interface SlotJson {
  readonly cageId: string | null
  readonly coachId: string | null
  readonly start: string
  readonly end: string
}

/** What staff changed within the last day, and may undo for some seconds. */
export interface StaffChangesTable {
  id: Id
  made_by: string
  made_at: Instant
  /** Until then it can be undone, and its messages and refunds wait. */
  withheld_until: Instant
  freed: DefaultJson<SlotJson[]>
  taken: DefaultJson<SlotJson[]>
  undone_at: NullableInstant
}

export interface IdempotencyKeysTable {
  key: string
  /** The nil id for visitors. */
  user_id: Generated<string>
  route: string
  body_hash: string
  status: number | null
  answer: NullableJson<unknown>
  created_at: DefaultInstant
}

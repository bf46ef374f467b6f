import type { Generated } from 'kysely'
import type { DefaultInstant, Dollars, Id, Instant, NullableInstant } from './columns.ts'

export interface CagesTable {
  id: Id
  /** Ordered naturally: 'Cage 10' comes after 'Cage 9'. */
  name: string
  price_30_min: Dollars
  price_60_min: Dollars
  price_additional_30_min: Dollars
  details: Generated<string>
  is_active: Generated<boolean>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** Maintenance: cages out of service for a while. */
export interface ClosuresTable {
  id: Id
  reason: Generated<string>
  start_time: Instant
  end_time: Instant
  created_by: string | null
  revision: Generated<number>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface ClosureCagesTable {
  closure_id: string
  cage_id: string
  /** A `tstzmultirange`: what the ledger takes for it. Set by a trigger. */
  taken: Generated<string>
}

/** Cancels, tells and refunds what a closure or shorter hours left without a place. */
export interface ClosureRunsTable {
  id: Id
  closure_id: string | null
  cause: 'closure' | 'hours' | 'doors'
  reason: string
  created_by: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface ClosureRunItemsTable {
  id: Id
  run_id: string
  kind: 'booking' | 'guest_booking' | 'lesson' | 'class' | 'camp' | 'hold'
  /** A camp's item is the camp; every other's what has the ledger's row. */
  source_id: string
  title: string
  starts_at: Instant
  ends_at: Instant
  status: Generated<'pending' | 'done' | 'gone' | 'failed' | 'skipped'>
  code: string | null
  message: string | null
  refunded: Generated<Dollars>
  refunded_at_desk: Generated<Dollars>
  finished_at: NullableInstant
  updated_at: DefaultInstant
}

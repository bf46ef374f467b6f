import type { Generated } from 'kysely'
import type { DefaultInstant, Dollars, Id, Instant } from './columns.ts'

export interface CagesTable {
  id: Id
  /** Ordered naturally: 'Cage 10' comes after 'Cage 9'. */
  name: string
  price_30_min: Dollars
  price_60_min: Dollars
  price_additional_30_min: Dollars
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
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface ClosureCagesTable {
  closure_id: string
  cage_id: string
}

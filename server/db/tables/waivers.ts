import type { Generated } from 'kysely'
import type { WaiverBinding, WaiverKind } from '../../../shared/contract/waivers/waivers.ts'
import type { DefaultInstant, Id, Instant } from './columns.ts'

export interface WaiversTable {
  id: Id
  title: string
  /** In force. */
  version: number
  required_for: WaiverKind[]
  binds: WaiverBinding
  /** Null: a signature holds until there is a new version. */
  holds_months: number | null
  kept_years: Generated<number>
  is_active: Generated<boolean>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** Append-only. */
export interface WaiverVersionsTable {
  waiver_id: string
  version: number
  title: string
  body: string
  published_by: string | null
  published_at: DefaultInstant
}

export interface WaiverHandoversTable {
  id: Id
  token_hash: string
  participant_id: string
  created_by: string | null
  expires_at: Instant
  created_at: DefaultInstant
}

/** Append-only. */
export interface WaiverSignaturesTable {
  id: Id
  waiver_id: string
  version: number
  participant_id: string | null
  participant_name: string
  signed_by: string | null
  signer_name: string
  relation: 'self' | 'guardian'
  how: 'typed' | 'drawn'
  /** The path of an SVG of 358 by 160. */
  drawing: string | null
  hash: string
  address_class: string
  device: string
  signed_at: Instant
}

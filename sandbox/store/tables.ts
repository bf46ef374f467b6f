import type { Generated } from 'kysely'
import type {
  DefaultJson,
  Instant,
  Json,
  NullableInstant,
  NullableJson,
} from '../../server/db/tables/columns.ts'

interface ObjectsTable {
  id: string
  object: string
  seq: Generated<string>
  body: Json<Record<string, unknown>>
  hidden: DefaultJson<Hidden>
  due_at: NullableInstant
}

/** What belongs to an object and is not shown by the API. */
export interface Hidden {
  /** The test card behind a payment method. */
  readonly card?: string
  /** The card was authenticated for later payments without its holder. */
  readonly setUp?: boolean
  /** The invoice that a payment intent pays. */
  readonly invoice?: string
  /** Makes a page's address unguessable: of an authentication under way, of a portal session. */
  readonly token?: string
  readonly returnUrl?: string
  /** The intent's attempt is made without the card's holder. */
  readonly offSession?: boolean
  /** Unix seconds of the first failed attempt to collect an invoice. */
  readonly failedSince?: number
}

interface DeliveriesTable {
  event_id: string
  seq: Generated<string>
  attempts: Generated<number>
  next_attempt_at: Instant
  claimed_until: NullableInstant
  delivered_at: NullableInstant
  last_error: string | null
}

interface IdempotencyKeysTable {
  key: string
  fingerprint: string
  status: number | null
  answer: NullableJson<unknown>
  created_at: Instant
}

/** The tables of the sandbox's schema, for `withTables`. */
export type SandboxTables = {
  'stripe_sandbox.objects': ObjectsTable
  'stripe_sandbox.deliveries': DeliveriesTable
  'stripe_sandbox.idempotency_keys': IdempotencyKeysTable
}

import { createHash } from 'node:crypto'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Tx } from '../../server/db/database.ts'
import type { SandboxTables } from '../store/tables.ts'
import { StripeProblem } from './problem.ts'

export interface Answer {
  readonly status: ContentfulStatusCode
  readonly body: unknown
}

export const fingerprintOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/**
 * The stored answer of a key; null for a new key, which is then claimed. Of two requests with one key the
 * second waits for the first. An invalid request claims no key: its transaction is rolled back.
 *
 * @throws 400 `idempotency_error` when the key was used for another request.
 */
export async function claimKey(tx: Tx, key: string, fingerprint: string, now: Date): Promise<Answer | null> {
  const db = tx.withTables<SandboxTables>()
  const claimed = await db
    .insertInto('stripe_sandbox.idempotency_keys')
    .values({ key, fingerprint, created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const before = await db
    .selectFrom('stripe_sandbox.idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.fingerprint !== fingerprint) {
    throw new StripeProblem(400, {
      type: 'idempotency_error',
      message: `The idempotency key '${key}' was used for another request. A key belongs to one path and one set of parameters.`,
    })
  }
  return { status: (before.status ?? 200) as ContentfulStatusCode, body: before.answer }
}

export async function keepAnswer(tx: Tx, key: string, { status, body }: Answer): Promise<void> {
  await tx
    .withTables<SandboxTables>()
    .updateTable('stripe_sandbox.idempotency_keys')
    .set({ status, answer: JSON.stringify(body) })
    .where('key', '=', key)
    .execute()
}

const KEPT_MILLISECONDS = 24 * 3_600_000

/** Stripe deletes a key after a day. */
export async function forgetKeys(tx: Tx, now: Date): Promise<void> {
  await tx
    .withTables<SandboxTables>()
    .deleteFrom('stripe_sandbox.idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MILLISECONDS))
    .execute()
}

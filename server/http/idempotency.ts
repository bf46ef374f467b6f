import { hash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type Actor,
  CHECK_VIOLATION,
  type Db,
  isDatabaseError,
  type Tx,
  transaction,
  UNIQUE_VIOLATION,
} from '../db/database.ts'
import { task } from '../jobs/tasks.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type Call, Reply, reply } from './endpoint.ts'

/** All visitors share this owner; a key is also bound to its body, so one visitor cannot read another's answer. */
const VISITOR = '00000000-0000-0000-0000-000000000000'

/**
 * Runs a command in one transaction, at most once per `Idempotency-Key`. The key is claimed by an insert in
 * that same transaction, so a second request with it waits for the first and then gets the first one's
 * answer; with another body or route it is refused. A refused command changed nothing, so its key is free
 * again. Keys are kept for 24 hours (architecture rule 11; the Idempotency-Key header is IETF
 * draft-ietf-httpapi-idempotency-key-header).
 */
export function runCommand<Answer>(
  call: KeyedCall,
  work: (tx: Tx) => Promise<Reply<Answer> | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  const claim = claimOf(call)
  const guarded = call.buysAsCustomer ? behindDoors(work) : work
  return claim
    ? runOnce(call.context.db, call.actor, claim, guarded)
    : transaction(call.context.db, call.actor, guarded)
}

/** The same work, which a closing of the facility's doors waits for, or refuses. */
function behindDoors<Answer>(work: (tx: Tx) => Promise<Reply<Answer> | Refusal>) {
  return async (tx: Tx): Promise<Reply<Answer> | Refusal> => {
    // Sent before the command's queries but not awaited: if the doors are closed, all of them fail.
    const [passed, worked] = await Promise.allSettled([sql`select pass_the_doors()`.execute(tx), work(tx)])
    if (passed.status === 'fulfilled') {
      if (worked.status === 'fulfilled') return worked.value
      throw worked.reason
    }
    if (isDatabaseError(passed.reason, CHECK_VIOLATION, 'doors_open')) return refuse('not_open_yet')
    throw passed.reason
  }
}

/**
 * The answer that `runCommand` would repeat, for operations that count attempts before they run: a replay does not count.
 *
 * @returns null when the request has no key, or one that has not been answered yet.
 */
export async function answeredBefore<Answer>(call: KeyedCall): Promise<Reply<Answer> | Refusal | null> {
  const claim = claimOf(call)
  if (!claim) return null
  const first = await findFirst(call.context.db, claim)
  return first ? repeated(first, claim) : null
}

/** What tells one request of a key from another. */
export type KeyedCall = Pick<
  Call,
  'context' | 'actor' | 'idempotencyKey' | 'route' | 'params' | 'query' | 'body' | 'buysAsCustomer'
>

const claimOf = (call: KeyedCall): Claim | null =>
  call.idempotencyKey === null
    ? null
    : {
        user_id: call.actor.userId ?? VISITOR,
        key: call.idempotencyKey,
        route: call.route.operationId,
        body_hash: hashOf(call),
      }

async function runOnce<Answer>(
  db: Db,
  actor: Actor,
  claim: Claim,
  work: (tx: Tx) => Promise<Reply<Answer> | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  try {
    return await transaction(db, actor, async (tx) => {
      // Sent before the command's queries but not awaited: if the claim fails, all of them fail.
      const [claimed, worked] = await Promise.allSettled([claimKey(tx, claim), work(tx)])
      if (claimed.status === 'rejected') throw claimed.reason
      if (worked.status === 'rejected') throw worked.reason
      if (worked.value instanceof Reply) await keepAnswer(tx, claim, worked.value)
      return worked.value
    })
  } catch (error) {
    if (isDatabaseError(error, UNIQUE_VIOLATION, 'idempotency_keys_pkey')) return firstAnswer(db, claim)
    throw error
  }
}

interface Claim {
  readonly user_id: string
  readonly key: string
  readonly route: string
  readonly body_hash: string
}

/** Waits for another request with the same key to end; fails on the primary key if that request was answered. */
const claimKey = (tx: Tx, claim: Claim) => tx.insertInto('idempotency_keys').values(claim).execute()

/** The stored answer of the key's first use, if this is the same request. */
async function firstAnswer<Answer>(db: Db, claim: Claim): Promise<Reply<Answer> | Refusal> {
  const first = await findFirst(db, claim)
  if (!first) throw new Error('An idempotency key that was just taken is gone.')
  return repeated(first, claim)
}

const findFirst = (db: Db, claim: Claim) =>
  db
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer'])
    .where('user_id', '=', claim.user_id)
    .where('key', '=', claim.key)
    .executeTakeFirst()

function repeated<Answer>(
  first: { route: string; body_hash: string; answer: unknown },
  claim: Claim,
): Reply<Answer> | Refusal {
  const same = first.route === claim.route && first.body_hash === claim.body_hash
  // The same command produced it, so it has the same shape.
  return same ? reply(first.answer as Answer) : refuse('idempotency_key_reused')
}

const keepAnswer = (tx: Tx, claim: Claim, answer: Reply<unknown>) =>
  tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer.body) })
    .where('user_id', '=', claim.user_id)
    .where('key', '=', claim.key)
    .execute()

const hashOf = (call: Pick<Call, 'params' | 'query' | 'body'>): string =>
  hash('sha256', JSON.stringify([call.params, call.query, hashableBody(call.body)]), 'base64')

/** A file's bytes as their digest: as JSON they would be many times their size. */
const hashableBody = (body: unknown): unknown =>
  body instanceof Uint8Array ? { sha256: hash('sha256', body, 'base64') } : body

const KEPT_MILLISECONDS = 24 * 3_600_000

/** Deletes keys after 24 hours (architecture rule 11). */
export const purgeIdempotencyKeys = task('purge-idempotency-keys', '7 * * * *', (tx, now) =>
  tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MILLISECONDS))
    .execute(),
)

import { createHash } from 'node:crypto'
import type { Route } from '../../shared/contract/route.ts'
import { type Tx, transaction } from '../db/database.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type Call, type Outcome, Reply, reply } from './endpoint.ts'

/** Keys of visitors share this owner; what protects them is that the body is bound too. */
const VISITOR = '00000000-0000-0000-0000-000000000000'

/**
 * Runs a command in one transaction, at most once per `Idempotency-Key`. The key is claimed by an insert in
 * that same transaction, so a second request with it waits for the first and then gets the first one's
 * answer; with another body or route it is refused. A refused command changed nothing, so its key is free
 * again. Keys are kept for 24 hours (architecture rule 11; the Idempotency-Key header is IETF
 * draft-ietf-httpapi-idempotency-key-header).
 */
export function runCommand<R extends Route>(
  call: Call<R>,
  work: (tx: Tx) => Promise<Reply<unknown> | Refusal>,
): Promise<Outcome<R>> {
  const { context, actor, idempotencyKey: key } = call
  return transaction(context.db, actor, async (tx) => {
    if (key === null) return work(tx)
    const claim = {
      user_id: actor.userId ?? VISITOR,
      key,
      route: call.route.operationId,
      body_hash: hashOf(call),
    }
    const earlier = await claimKey(tx, claim)
    if (earlier) return earlier
    const outcome = await work(tx)
    if (outcome instanceof Reply) await keepAnswer(tx, claim, outcome)
    return outcome
  }) as Promise<Outcome<R>>
}

interface Claim {
  readonly user_id: string
  readonly key: string
  readonly route: string
  readonly body_hash: string
}

/** Null when the key is now ours; otherwise the answer that its first use was given. */
async function claimKey(tx: Tx, claim: Claim): Promise<Reply<unknown> | Refusal | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer'])
    .where('user_id', '=', claim.user_id)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
  const same = first.route === claim.route && first.body_hash === claim.body_hash
  return same ? reply(first.answer) : refuse('idempotency_key_reused')
}

const keepAnswer = (tx: Tx, claim: Claim, answer: Reply<unknown>) =>
  tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer.body) })
    .where('user_id', '=', claim.user_id)
    .where('key', '=', claim.key)
    .execute()

const hashOf = (call: Call<Route>): string =>
  createHash('sha256')
    .update(JSON.stringify([call.params, call.query, call.body]))
    .digest('base64')

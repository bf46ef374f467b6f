import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createPool } from '../database.ts'
import type { AuditKeys } from './keys.ts'
import type { Seal } from './leaf.ts'
import { DamagedChain, seal } from './seal.ts'
import { verifyAudit } from './verify.ts'

const PAUSE_MILLISECONDS = 1_000
const LIMITS = { statementSeconds: 120, lockSeconds: 10 }

/** Why nothing is sealed. */
export interface SealingProblem {
  /** Whether the chain itself was changed; else it is tried again. */
  readonly damaged: boolean
  readonly message: string
}

export interface Sealer {
  /** Null while all is well. */
  readonly problem: SealingProblem | null
  /** Seals what is committed by now. */
  sealNow(): Promise<void>
  stop(): Promise<void>
}

/**
 * Seals the audit log once a second until stopped. Every instance tries; the one that gets the lock does the work. An idle
 * second costs one query. A chain that was changed is not continued: the problem is logged once, and `problem` says it.
 */
export function startSealer({ url, keys, log }: { url: string; keys: AuditKeys; log: Logger }): Sealer {
  const pool = createPool(url, 1, LIMITS)
  const stopping = new AbortController()
  let problem: SealingProblem | null = null
  let head: Seal | null = null
  let quietSince: string | null = null

  const report = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    const damaged = error instanceof DamagedChain
    if (problem?.message !== message && !stopping.signal.aborted) {
      if (damaged) log.error({ reason: message }, 'the audit log is not sealed any more')
      else log.warn({ reason: message }, 'the audit log cannot be sealed; it is tried again every second')
    }
    problem = { damaged, message }
  }

  const once = async (client: pg.PoolClient): Promise<void> => {
    // Of an idle database it stays the same: it names the transactions that are open, and the next one.
    const { rows } = await client.query<{ at: string }>('select pg_current_snapshot()::text as at')
    const at = rows[0]?.at ?? ''
    if (at === quietSince && !problem) return
    for (;;) {
      const verify = () => verifyBefore(client, keys)
      const sealed = await seal(client, { keys, seen: head, verify })
      problem = null
      if (sealed) head = sealed.head ?? head
      if (sealed?.more && !stopping.signal.aborted) continue
      quietSince = sealed?.entries === 0 ? at : null
      return
    }
  }

  let running: Promise<void> = Promise.resolve()
  /** One run at a time in this process. */
  const run = (): Promise<void> => {
    running = running.then(async () => {
      const client = await pool.connect()
      await once(client).then(
        () => client.release(),
        (error: Error) => {
          client.release(error)
          throw error
        },
      )
    }, undefined)
    const current = running
    running = running.catch(() => undefined)
    return current
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await run().catch(report)
      await delay(PAUSE_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()

  return {
    get problem() {
      return problem
    },
    sealNow: run,
    async stop() {
      stopping.abort()
      await ended
      await pool.end()
    },
  }
}

/** A restored database is sealed further only if what was sealed is whole: later nobody could tell what was added before. */
async function verifyBefore(client: pg.PoolClient, keys: AuditKeys): Promise<void> {
  const { problems } = await verifyAudit(client, { keys, inTransaction: true })
  const [first] = problems
  if (first) throw new DamagedChain(`The restored audit log is not what was sealed: ${first.what}`)
}

import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { PRIVATE, problemResponse } from '../answers/problem.ts'
import { addressClass } from '../limits/addressClass.ts'
import type { HttpEnv } from '../serve.ts'

const PROBE_MILLISECONDS = 1_500
/** How long the answer that the disk has room is reused, so that frequent probes cause no load. */
const WRITABLE_MILLISECONDS = 1_000
/**
 * Counts with so little memory that PostgreSQL writes a megabyte to a temporary file. On a full disk that fails, while
 * reads still work. It leaves neither rows nor WAL behind.
 */
const WRITE_A_FILE = `set local work_mem = '64kB';
  select count(*) from generate_series(1, 50000)`

/** The endpoints for operators: liveness, readiness and metrics. */
export function mountHealth(
  app: Hono<HttpEnv>,
  context: Context,
  state: { readonly draining: boolean },
): void {
  app.get('/healthz', (c) => c.text('ok', 200, PRIVATE))

  app.get('/readyz', async (c) => {
    if (!state.draining && (await context.databaseProblem()) === null) return c.text('ready', 200, PRIVATE)
    return problemResponse('unavailable', c.get('requestId'))
  })

  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(context.config, c.req.header('authorization'), c.get('address'))) {
      return problemResponse('not_found', c.get('requestId'))
    }
    await context.databaseFigures.refresh()
    const { registry } = context.metrics
    return c.body(await registry.metrics(), 200, { ...PRIVATE, 'content-type': registry.contentType })
  })
}

/** Asks whether the database answers in time, can write, and its notifications arrive: null, or what is wrong. */
export function databaseProbe({
  db,
  changes,
  log,
}: Pick<Context, 'db' | 'changes' | 'log'>): () => Promise<string | null> {
  let writableUntil = 0
  const heard = () => (changes.listening ? null : 'its notifications do not arrive')
  const probe = async () => {
    const { rows } = await sql<{ on: string }>`select current_setting('transaction_read_only') as on`.execute(
      db,
    )
    if (rows[0]?.on === 'on') throw new Error('it is read-only')
    if (performance.now() < writableUntil) return heard()
    await sql.raw(WRITE_A_FILE).execute(db)
    writableUntil = performance.now() + WRITABLE_MILLISECONDS
    return heard()
  }
  const failed = (error: unknown) => {
    log.warn({ reason: String(error) }, 'the database cannot be used')
    return error instanceof Error ? error.message : String(error)
  }
  return () =>
    Promise.race([probe().catch(failed), delay(PROBE_MILLISECONDS, 'it does not answer', { ref: false })])
}

/**
 * With METRICS_TOKEN set, its bearer may read; without it, this machine only. In production nobody without it, because a proxy on
 * the same machine may look like the machine itself.
 */
function mayReadMetrics(
  { production, secrets: { metricsToken: token } }: Config,
  authorization: string | undefined,
  address: string,
): boolean {
  if (token === null) return !production && addressClass(address) === 'loopback'
  const expected = Buffer.from(`Bearer ${token}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

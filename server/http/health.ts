import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { PRIVATE, problemResponse } from './problem.ts'
import type { HttpEnv } from './serve.ts'

const PROBE_MILLISECONDS = 1_500

/** What the process tells its keeper: alive, ready for traffic, and its figures. */
export function mountHealth(
  app: Hono<HttpEnv>,
  context: Context,
  state: { readonly draining: boolean },
): void {
  app.get('/healthz', (c) => c.text('ok', 200, PRIVATE))

  app.get('/readyz', async (c) => {
    if (!state.draining && (await databaseAnswers(context))) return c.text('ready', 200, PRIVATE)
    return problemResponse('unavailable', c.get('requestId'))
  })

  app.get('/metrics', async (c) => {
    if (
      !mayReadMetrics(context.config.secrets.metricsToken, c.req.header('authorization'), c.get('address'))
    ) {
      return problemResponse('not_found', c.get('requestId'))
    }
    await context.databaseFigures.refresh()
    const { registry } = context.metrics
    return c.body(await registry.metrics(), 200, { ...PRIVATE, 'content-type': registry.contentType })
  })
}

async function databaseAnswers({ db, changes }: Context): Promise<boolean> {
  const probe = sql`select 1`.execute(db).then(
    () => changes.listening,
    () => false,
  )
  return Promise.race([probe, delay(PROBE_MILLISECONDS, false, { ref: false })])
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** With METRICS_TOKEN set, only its bearer; without, only this machine. */
function mayReadMetrics(token: string | null, authorization: string | undefined, address: string): boolean {
  if (token === null) return LOOPBACK.has(address)
  const expected = Buffer.from(`Bearer ${token}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { alive } from './process.ts'

/** 'dugout' in ASCII. Held in the database `postgres`, where the application takes no other locks. */
const lockKey = '110429656610164'

/** How long the connection of a killed process may take to disappear. */
const lingerMilliseconds = 1500

export class AlreadyRunning extends Error {}

/**
 * Connects and makes this process the only user of the database. The claim is a session-level advisory lock
 * on a dedicated connection: it ends with the process, even after a crash.
 * @returns null when no server answers at `url` yet, or one that is starting or stopping
 * @throws AlreadyRunning when another Dugout process holds the claim
 */
export async function claimDatabase(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `dugout pid ${process.pid}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // A lost connection is noticed by its 'end'; without this listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await lock(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (passesByItself(error)) return null
    throw error
  }
}

async function lock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + lingerMilliseconds
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1::bigint) as got', [lockKey])
    if (rows[0]?.got === true) return
    const pid = await holder(client)
    if (pid !== null && (alive(pid) || Date.now() > deadline)) {
      throw new AlreadyRunning(
        `Dugout is already running on this data: process ${pid}. ` +
          'Stop it first, or give this one its own DATA_DIR.',
      )
    }
    await sleep(50)
  }
}

async function holder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and (l.classid::bigint << 32 | l.objid::bigint) = $1::bigint
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lockKey],
  )
  const pid = /^dugout pid (\d+)$/.exec(rows[0]?.name ?? '')?.[1]
  return pid === undefined ? null : Number(pid)
}

function passesByItself(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  const message = error instanceof Error ? error.message : ''
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(String(code)) ||
    message.startsWith('Connection terminated')
  )
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { databaseAccount } from '../db/embedded/account.ts'
import { databaseUser, sealingUser, servingUser } from '../db/embedded/listener.ts'
import { asRole, TEST_PASSWORD } from './administration.ts'
import { freePort, placeOf, proxied } from './databaseProxy.ts'

/** Whether PgBouncer (Debian's package) is there; where it is not, what needs it is not run. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

export interface PgBouncer {
  /** The address of the database through it, for the role that serves. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts PgBouncer in front of a database of tests.
 *
 * @param size most connections to PostgreSQL for one role.
 */
export async function startPgBouncer(
  databaseUrl: string,
  { mode, size }: { mode: 'transaction' | 'session'; size: number },
): Promise<PgBouncer> {
  const account = await databaseAccount()
  const folder = await mkdtemp(join(tmpdir(), 'dugout-pgbouncer-'))
  const place = placeOf(databaseUrl)
  const [host, near] =
    'path' in place ? [dirname(place.path), basename(place.path).split('.').at(-1)] : [place.host, place.port]
  const port = await freePort()
  const users = [databaseUser, servingUser, sealingUser]
  const files = {
    users: users.map((user) => `"${user}" "${TEST_PASSWORD}"`).join('\n'),
    'pgbouncer.ini': `[databases]
* = host=${host} port=${near}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 10
`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  // It refuses to run as root.
  if (account) await chown(folder, account.uid, account.gid)
  const bouncer = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(bouncer, 'exit')
  await new Promise<void>((resolve, reject) => {
    let said = ''
    bouncer.stderr.on('data', (text) => {
      said += text
      if (said.includes('process up')) resolve()
    })
    ended.then(() => reject(new Error(`PgBouncer does not start: ${said}`)), reject)
  })
  return {
    url: proxied(asRole(databaseUrl, servingUser), port),
    async close() {
      bouncer.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

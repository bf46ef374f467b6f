import { type Account, run } from './run.ts'

/** Whether this process runs as root, as which PostgreSQL refuses to start; false on Windows. */
export const isRoot = () => process.getuid?.() === 0

/**
 * The unprivileged user for PostgreSQL, which refuses to run as root: `dugout`, created if absent,
 * else an existing `postgres`. Null when this process is not root: PostgreSQL then runs as the same user.
 */
export async function databaseAccount(): Promise<Account | null> {
  if (!isRoot()) return null
  const account = (await find('dugout')) ?? (await create('dugout')) ?? (await find('postgres'))
  if (account) return account
  throw new Error(
    "PostgreSQL does not run as root, and no user 'dugout' could be created for it. " +
      'Start Dugout as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

async function find(name: string): Promise<Account | null> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  if (!uid.ok || !gid.ok) return null
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

async function create(name: string): Promise<Account | null> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  return find(name)
}

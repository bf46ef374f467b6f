import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ClusterFiles } from './clusterFiles.ts'

/** Owns the database. */
export const databaseUser = 'dugout'
/** Serves requests. */
export const servingUser = 'dugout_app'
/** Seals the audit log. */
export const sealingUser = 'dugout_sealer'

/**
 * Where the embedded database listens: on a unix socket in a folder that only its user (and root) may
 * enter, so that it needs no password; or, where Node has no unix sockets (Windows), on a port of
 * the loopback interface with the random password that was set when the cluster was created, for all roles alike.
 */
export interface Listener {
  /** The lines of postgresql.conf for the next start. */
  settings(): Promise<string[]>
  /** The URL of one database for one role, its owner by default; it can change when the server restarts. */
  url(database: string, user?: string): Promise<string>
  /** The password of all roles; null where the server trusts who may enter the socket's folder. */
  password(): Promise<string | null>
}

/** How clients reach the server: a socket that only its user may enter; on Windows loopback with a password. */
export const createListener = (files: ClusterFiles): Listener =>
  process.platform === 'win32' ? loopbackListener(files) : socketListener(files)

function socketListener(files: ClusterFiles): Listener {
  return {
    settings: async () => [
      "listen_addresses = ''",
      `unix_socket_directories = '${files.sockets.replaceAll("'", "''")}'`,
      'unix_socket_permissions = 0700',
      'port = 5432',
    ],
    url: async (database, user = databaseUser) =>
      `postgres://${user}@/${database}?host=${encodeURIComponent(files.sockets)}&port=5432&sslmode=disable`,
    password: async () => null,
  }
}

/** Listens on a free port of 127.0.0.1; roles need the password in the cluster's folder. */
export function loopbackListener(files: ClusterFiles): Listener {
  const readPassword = async () => (await readFile(passwordFile(files), 'utf8')).trim()
  return {
    settings: async () => [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      `port = ${await freePort()}`,
    ],
    url: async (database, user = databaseUser) => {
      const conf = await readFile(join(files.data, 'postgresql.conf'), 'utf8')
      const port = /^port = (\d+)$/m.exec(conf)?.[1] ?? '5432'
      return `postgres://${user}:${await readPassword()}@127.0.0.1:${port}/${database}?sslmode=disable`
    },
    password: readPassword,
  }
}

/** The file with the password of all roles, for loopback only. */
export const passwordFile = (files: ClusterFiles) => join(files.folder, 'password')

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 5432))
    })
  })
}

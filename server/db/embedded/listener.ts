import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ClusterFiles } from './clusterFiles.ts'

export const databaseUser = 'dugout'

/**
 * Where the embedded database listens: on a unix socket in a folder that only its user (and root) may
 * enter, so that it needs no password; or, where Node has no unix sockets (Windows), on a port of
 * the loopback interface with the random password that was set when the cluster was created.
 */
export interface Listener {
  /** The lines of postgresql.conf for the next start. */
  settings(): Promise<string[]>
  /** The URL of one database; it can change when the server restarts. */
  url(database: string): Promise<string>
}

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
    url: async (database) =>
      `postgres://${databaseUser}@/${database}?host=${encodeURIComponent(files.sockets)}&port=5432&sslmode=disable`,
  }
}

export function loopbackListener(files: ClusterFiles): Listener {
  return {
    settings: async () => [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      `port = ${await freePort()}`,
    ],
    url: async (database) => {
      const password = (await readFile(passwordFile(files), 'utf8')).trim()
      const conf = await readFile(join(files.data, 'postgresql.conf'), 'utf8')
      const port = /^port = (\d+)$/m.exec(conf)?.[1] ?? '5432'
      return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
    },
  }
}

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

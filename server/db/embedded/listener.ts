import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ClusterFiles } from './clusterFiles.ts'

export const databaseUser = 'dugout'

/**
 * How the embedded database is reached: through a unix socket in a folder that only its own user (and root) may
 * enter, which therefore asks for no password; or, where Node has no unix sockets (Windows), through a port of
 * the loopback interface with the random password that was set when the cluster was made.
 */
export interface Listener {
  /** The lines of postgresql.conf for the next start. */
  settings(): Promise<string[]>
  /** The address of one database; what it says can change when the server starts again. */
  url(database: string): Promise<string>
}

export const createListener = (home: ClusterFiles): Listener =>
  process.platform === 'win32' ? loopbackListener(home) : socketListener(home)

function socketListener(home: ClusterFiles): Listener {
  return {
    settings: async () => [
      "listen_addresses = ''",
      `unix_socket_directories = '${home.sockets.replaceAll("'", "''")}'`,
      'unix_socket_permissions = 0700',
      'port = 5432',
    ],
    url: async (database) =>
      `postgres://${databaseUser}@/${database}?host=${encodeURIComponent(home.sockets)}&port=5432&sslmode=disable`,
  }
}

export function loopbackListener(home: ClusterFiles): Listener {
  return {
    settings: async () => [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      `port = ${await freePort()}`,
    ],
    url: async (database) => {
      const password = (await readFile(passwordFile(home), 'utf8')).trim()
      const conf = await readFile(join(home.data, 'postgresql.conf'), 'utf8')
      const port = /^port = (\d+)$/m.exec(conf)?.[1] ?? '5432'
      return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
    },
  }
}

export const passwordFile = (home: ClusterFiles) => join(home.folder, 'password')

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 5432))
    })
  })
}

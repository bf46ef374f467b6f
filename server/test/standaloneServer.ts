import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseAccount } from '../db/embedded/account.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { createCluster } from '../db/embedded/cluster.ts'
import { openClusterFiles, removeClusterFiles } from '../db/embedded/clusterFiles.ts'
import { createListener } from '../db/embedded/listener.ts'
import { startPostmaster, stopPostmaster } from '../db/embedded/postmaster.ts'

/** A PostgreSQL that Dugout does not manage, as on another machine: tests stop and restart it. */
export interface StandaloneServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends it at once, as when its machine loses power; `start()` recovers it. */
  kill(): Promise<void>
  /** Stops all its processes where they stand, or lets them go on. */
  hang(signal: 'STOP' | 'CONT'): void
  /** Stops it and deletes everything. */
  remove(): Promise<void>
}

/**
 * Creates a server in `dataDir`, a new folder, and starts it.
 *
 * @param durable whether commits wait for the disk, as in production
 */
export async function startStandaloneServer(dataDir: string, durable = false): Promise<StandaloneServer> {
  const account = await databaseAccount()
  const bin = await findBinaries(account)
  const files = await openClusterFiles(dataDir, account)
  const listener = createListener(files)
  await createCluster(files, bin, !durable)
  const server = {
    url: await listener.url('postgres'),
    async start() {
      // The processes of a killed server hold its memory a moment longer.
      while (!(await startPostmaster(files, bin, listener, !durable))) await delay(50)
    },
    stop: () => stopPostmaster(files, bin, 'fast'),
    async kill() {
      const [pid] = (await readFile(join(files.data, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    hang(signal: 'STOP' | 'CONT') {
      const [pid] = readFileSync(join(files.data, 'postmaster.pid'), 'utf8').split('\n')
      // The postmaster first, so that no backend starts after it.
      for (const process_ of [Number(pid), ...childrenOf(Number(pid))]) {
        try {
          process.kill(process_, `SIG${signal}`)
        } catch {
          // It has ended.
        }
      }
    },
    async remove() {
      await server.stop()
      await removeClusterFiles(dataDir, files)
    },
  }
  await server.start()
  return server
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

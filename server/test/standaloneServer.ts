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
  /** Stops it and deletes everything. */
  remove(): Promise<void>
}

/** Creates a server in `dataDir`, a new folder, and starts it. */
export async function startStandaloneServer(dataDir: string): Promise<StandaloneServer> {
  const account = await databaseAccount()
  const bin = await findBinaries(account)
  const files = await openClusterFiles(dataDir, account)
  const listener = createListener(files)
  await createCluster(files, bin, true)
  const server = {
    url: await listener.url('postgres'),
    async start() {
      await startPostmaster(files, bin, listener, true)
    },
    stop: () => stopPostmaster(files, bin, 'fast'),
    async remove() {
      await server.stop()
      await removeClusterFiles(dataDir, files)
    },
  }
  await server.start()
  return server
}

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseAccount } from '../server/db/embedded/account.ts'
import { openClusterFiles, removeClusterFiles } from '../server/db/embedded/clusterFiles.ts'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'

/** A PostgreSQL of the benchmark's own, set up as `npm start` sets it up: commits wait for the disk. */
export interface BenchServer {
  /** The address of a database, made as a copy of `template` when one is named. */
  database(name: string, template?: string): Promise<string>
  /** Stops it and deletes everything. */
  remove(): Promise<void>
}

export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dugout-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: console.error } })
  return {
    async database(name, template = 'template1') {
      const client = new pg.Client(postgres.url)
      await client.connect()
      await client.query(`create database ${name} template ${template}`).finally(() => client.end())
      return postgres.url.replace(/\/dugout(?=\?|$)/, `/${name}`)
    },
    async remove() {
      await postgres.stop()
      await removeClusterFiles(dataDir, await openClusterFiles(dataDir, await databaseAccount()))
    },
  }
}

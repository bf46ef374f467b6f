import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { createCluster } from './embedded/cluster.ts'
import { type ClusterFiles, openClusterFiles } from './embedded/clusterFiles.ts'
import { loopbackListener } from './embedded/listener.ts'
import { startPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const log = { info: () => {} }
let dataDir: string
let running: EmbeddedPostgres[]
let children: ChildProcess[]

beforeEach(() => {
  running = []
  children = []
})

afterEach(stopAll)

async function stopAll(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (const database of running.splice(0)) await database.stop()
}

async function newDataDir(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'dugout-embedded-'))
}

async function removeDataDir(): Promise<void> {
  await stopAll()
  await rm(await clusterFolder(), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

const clusterFolder = () => realpath(join(dataDir, 'postgres')).catch(() => join(dataDir, 'postgres'))

async function start(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log })
  running.push(database)
  return database
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Another Dugout on the same data, to be killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const script = join(import.meta.dirname, '../test/embeddedHolder.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(line)) }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const postmasterPid = async () =>
  Number((await readFile(join(await clusterFolder(), 'data/postmaster.pid'), 'utf8')).split('\n')[0])

describe('the embedded PostgreSQL', () => {
  beforeAll(newDataDir)
  afterAll(removeDataDir)

  it('waits for the disk, and is reached only through a folder that other users cannot enter', async () => {
    const { url, adopted } = await start()
    const [row] = await query(
      url,
      `select current_database() as name, current_setting('fsync') as fsync,
         current_setting('listen_addresses') as network, current_setting('unix_socket_directories') as sockets`,
    )
    expect(row).toMatchObject({ name: 'dugout', fsync: 'on', network: '' })
    expect((await stat(String(row?.sockets))).mode & 0o777).toBe(0o700)
    expect(adopted).toBe(false)
  })

  it('brings the extension that the ledger needs', async () => {
    const { url } = await start()
    await query(url, 'create extension btree_gist')
    expect(await query(url, "select 1 from pg_extension where extname = 'btree_gist'")).toHaveLength(1)
  })

  it('keeps what was written when it is stopped and started again', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
    expect(second.adopted).toBe(false)
  })

  it('refuses a second Dugout on the same data within two seconds and names the first', async () => {
    const { child } = await startElsewhere()
    const begin = performance.now()
    await expect(start()).rejects.toThrow(`Dugout is already running on this data: process ${child.pid}.`)
    expect(performance.now() - begin).toBeLessThan(2000)
  })

  it('takes over the server that a killed Dugout left running, and stops it in the end', async () => {
    const { child, url } = await startElsewhere()
    await query(url, 'create table taken_over as select 7 as n')
    const pid = await postmasterPid()
    await kill(child)
    const next = await start()
    expect(next.adopted).toBe(true)
    expect(await postmasterPid()).toBe(pid)
    expect(await query(next.url, 'select n from taken_over')).toEqual([{ n: 7 }])
    await next.stop()
    await expect(access(join(await clusterFolder(), 'data/postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  it('loses no committed row when it and its database are killed, several times', async () => {
    for (let round = 1; round <= 3; round++) {
      const { child, url } = await startElsewhere()
      await query(url, 'create table if not exists committed (n int)')
      await query(url, `insert into committed values (${round})`)
      const pid = await postmasterPid()
      child.kill('SIGKILL')
      process.kill(pid, 'SIGKILL')
      await once(child, 'exit')
    }
    const { url } = await start()
    expect(await query(url, 'select n from committed order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  }, 60_000)

  it('restarts the server when only that was killed', async () => {
    const { url } = await start()
    const before = await postmasterPid()
    process.kill(before, 'SIGKILL')
    await expect
      .poll(() => query(url, 'select 1 as answer').catch(() => []), { timeout: 10_000 })
      .toEqual([{ answer: 1 }])
    expect(await postmasterPid()).not.toBe(before)
  })

  it('is not stopped by a stale lock file that names the process of another program', async () => {
    const first = await start()
    await first.stop()
    const { uid, gid } = await stat(await clusterFolder())
    const other = spawn('sleep', ['60'], { cwd: '/', uid, gid })
    children.push(other)
    await writeFile(join(await clusterFolder(), 'data/postmaster.pid'), `${other.pid}\n`)
    const second = await start()
    expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  })
})

describe('the first start of the embedded PostgreSQL', () => {
  beforeEach(newDataDir)
  afterEach(removeDataDir)

  it('removes what an earlier start that was killed left behind', async () => {
    const opened = await openClusterFiles(dataDir, await databaseAccount())
    const gone = spawn('true')
    await once(gone, 'exit')
    await mkdir(join(opened.folder, `data.new-${gone.pid}`))
    await start()
    await expect(access(join(opened.folder, `data.new-${gone.pid}`))).rejects.toThrow('ENOENT')
  })

  it('ends in one database and one refusal when two processes start at once', async () => {
    const outcomes = await Promise.allSettled([start(), start()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('leaves nothing behind when it was a throwaway', async () => {
    const database = await startEmbeddedPostgres({ dataDir, log, throwaway: true })
    const folder = await clusterFolder()
    await database.stop()
    await expect(access(folder)).rejects.toThrow('ENOENT')
    await expect(access(dataDir)).rejects.toThrow('ENOENT')
  })
})

describe('the files of the embedded PostgreSQL', () => {
  beforeEach(newDataDir)
  afterEach(removeDataDir)

  it('use a short folder for the socket when the path of the data is long', async () => {
    const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    const opened = await openClusterFiles(deep, null)
    expect(opened.folder).toBe(join(deep, 'postgres'))
    expect(opened.sockets.length).toBeLessThan(80)
    expect((await lstat(opened.sockets)).mode & 0o777).toBe(0o700)
    expect((await openClusterFiles(deep, null)).sockets).toBe(opened.sockets)
    await rm(opened.sockets, { recursive: true })
  })

  it('are refused when other users may enter the socket folder', async () => {
    const opened = await openClusterFiles(dataDir, null)
    await rm(opened.sockets, { recursive: true })
    await mkdir(opened.sockets, { mode: 0o755 })
    await expect(openClusterFiles(dataDir, null)).rejects.toThrow('only the database')
  })
})

describe('the loopback listener', () => {
  beforeEach(newDataDir)
  afterEach(removeDataDir)

  it('accepts only the random password', async () => {
    const account = await databaseAccount()
    const opened: ClusterFiles = await openClusterFiles(dataDir, account)
    const bin = await findBinaries(account)
    const listener = loopbackListener(opened)
    await createCluster(opened, bin, true)
    await startPostmaster(opened, bin, listener, true)
    try {
      const url = await listener.url('postgres')
      expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
      await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password')
    } finally {
      await stopPostmaster(opened, bin, 'immediate')
    }
  })
})

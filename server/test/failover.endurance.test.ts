import { randomUUID } from 'node:crypto'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool, type Db } from '../db/database.ts'
import { databaseAccount } from '../db/embedded/account.ts'
import { openClusterFiles } from '../db/embedded/clusterFiles.ts'
import { run } from '../db/embedded/run.ts'
import { migrate } from '../db/migrate.ts'
import { grantRoles } from '../db/roles.ts'
import { noLimits } from '../features/facility/limits.ts'
import { seedFacility } from '../seed/facility.ts'
import { addressesFor, createTestRoles, execute, settingsFor, withDatabase } from './administration.ts'
import { startAppProcess } from './appProcess.ts'
import { group, tuesday } from './cageTime.ts'
import { addCages, addPerson } from './factories.ts'
import { followEvents } from './followEvents.ts'
import { type StandaloneServer, startStandaloneServer } from './standaloneServer.ts'
import { send, type TestApp } from './testApp.ts'

const filesOf = async (dataDir: string) => openClusterFiles(dataDir, await databaseAccount())
const socketsOf = (url: string) => new URLSearchParams(url.split('?')[1]).get('host') ?? ''

/** A primary with the database of a facility, and its synchronous standby. */
async function startPair(folder: string): Promise<[StandaloneServer, StandaloneServer]> {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const primary = await startStandaloneServer(one, true)
  await execute(primary.url, 'create database facility')
  await createTestRoles(primary.url)
  const url = withDatabase(primary.url, 'facility')
  const pool = createPool(url, 2)
  await migrate(pool)
    .then(() => grantRoles(pool, addressesFor(url)))
    .finally(() => pool.end())
  await primary.stop()
  const [from, to] = [await filesOf(one), await filesOf(two)]
  await cp(from.data, to.data, { recursive: true, preserveTimestamps: true })
  await appendFile(
    join(to.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${from.sockets} user=dugout'\n`,
  )
  await writeFile(join(to.data, 'standby.signal'), '')
  await takeOver(to)
  await primary.start()
  const standby = await startStandaloneServer(two, true)
  await execute(primary.url, `alter system set synchronous_standby_names = '*'`)
  await execute(primary.url, 'select pg_reload_conf()')
  return [primary, standby]
}

/** Copies made as root belong to root. */
async function takeOver({ data, account }: Awaited<ReturnType<typeof filesOf>>): Promise<void> {
  if (!account) return
  await run('chown', ['-R', `${account.uid}:${account.gid}`, data])
}

test('after a failover two processes with a list of hosts book at the new primary, and nothing that was told is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dugout-failover-'))
  const [primary, standby] = await startPair(folder)
  const hosts = [primary, standby].map(({ url }) => encodeURIComponent(socketsOf(url)))
  const url = `postgres://dugout@${hosts.join()}/facility?sslmode=disable&target_session_attrs=read-write`
  const pool = createPool(url, 2)
  const db = createDb(pool)
  const settings = { ...settingsFor(url), DATA_DIR: join(folder, 'files'), LOG_LEVEL: 'error' }
  await seedFacility(db)
  await db
    .updateTable('facility')
    .set({ ...noLimits, booking_window_days: 730 })
    .execute()
  const [cage = ''] = await addCages(db, 1)
  const processes = await Promise.all([startAppProcess(settings), startAppProcess(settings)])
  onTestFinished(async () => {
    await Promise.all(processes.map((one) => one.end('SIGKILL')))
    await db.destroy()
    await standby.remove()
    await primary.remove()
    await rm(folder, { recursive: true, force: true })
  })
  const [one, other] = processes.map(
    (process) =>
      ({ db, request: (path, init) => send(process.url, path, init) }) as Pick<
        TestApp,
        'db' | 'request'
      > as TestApp,
  )
  if (!one || !other) throw new Error('there are two processes')
  const { cookie } = await addPerson(one)
  const topic = `schedule:${tuesday(90)}`

  const told: string[] = []
  const book = async (week: number, app: TestApp) => {
    const [key, hour] = [randomUUID(), group(cage, tuesday(week), '16:00', '17:00')]
    for (;;) {
      const answer = await app
        .request('/api/bookings', {
          json: { bookingDetails: [hour], totalAmount: 30 },
          cookie,
          headers: { 'idempotency-key': key },
        })
        .catch(() => null)
      if (answer?.status === 201) break
      if (answer && answer.status < 500) throw new Error(`it answered ${answer.status}`)
      await delay(50)
    }
    told.push(hour.startTime)
  }
  let week = 0
  let isOver = false
  const clients = [one, other, one, other].map(async (app) => {
    while (!isOver) await book(week++, app)
  })
  const toldAre = (count: number) =>
    expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThan(count)

  await toldAre(8)
  await primary.kill()
  await execute(standby.url, 'select pg_promote()')
  await toldAre(told.length + 12)
  isOver = true
  await Promise.all(clients)
  // The connection that hears changes is back when the process says that it is ready.
  const ready = async () => (await send(processes[1].url, '/readyz')).status
  await expect.poll(ready, { timeout: 30_000 }).toBe(200)
  const stream = await followEvents(other, [topic])
  await book(90, one)
  await stream.next(topic)
  await stream.end()

  // The old primary comes back as one, and is the first to answer when connections to the new one break.
  const there = createDb(createPool(withDatabase(standby.url, 'facility'), 1))
  const placeOf = (from: Db) => sql`select current_setting('data_directory') as place`.execute(from)
  const { rows: newPlace } = await placeOf(there)
  expect((await placeOf(db)).rows).toEqual(newPlace)
  await primary.start()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'facility' and pid <> pg_backend_pid()`.execute(
    there,
  )
  standby.hang('STOP')
  const fresh = createDb(createPool(url, 1))
  const answered = placeOf(fresh)
  await delay(500)
  standby.hang('CONT')
  expect((await answered).rows).toEqual(newPlace)
  await fresh.destroy()
  for (let more = 91; more < 95; more += 1) await book(more, more % 2 ? one : other)

  const { rows } = await sql<{ start: Date }>`
    select start_time as start from bookings where status <> 'canceled' order by 1`.execute(there)
  await there.destroy()
  expect(rows.map(({ start }) => start.toISOString())).toEqual([...told].sort())
  expect(told.length).toBeGreaterThan(20)
}, 180_000)

import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../db/database.ts'
import { tasks } from '../features.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { startJobs } from './jobs.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 3))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const context = () => ({ db, clock: { now: () => new Date() }, log: pino({ level: 'silent' }) })

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const scheduled = async () =>
  (await query<{ name: string }>('select name from pgboss.schedule order by name').catch(() => [])).map(
    ({ name }) => name,
  )

test('two instances that start together schedule each task once', async () => {
  const instances = await Promise.all([
    startJobs(context(), database.url, tasks),
    startJobs(context(), database.url, tasks),
  ])

  await expect.poll(scheduled).toEqual(tasks.map((task) => task.name).sort())
  await Promise.all(instances.map((jobs) => jobs.stop()))
  expect(await scheduled()).toHaveLength(tasks.length)
})

test('a killed run is detected by its heartbeat, in a queue of an earlier version too', async () => {
  const heartbeats = () =>
    query(
      `select distinct heartbeat_seconds as seconds from pgboss.queue where name in (select name from pgboss.schedule)`,
    )
  await query('update pgboss.queue set heartbeat_seconds = null')

  const jobs = await startJobs(context(), database.url, tasks)

  await expect.poll(heartbeats).toEqual([{ seconds: 20 }])
  await jobs.stop()
})

test('a database that is down is reported once and does not delay start or stop', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const began = performance.now()

  const jobs = await startJobs({ ...context(), log }, 'postgres://nobody@127.0.0.1:1/none', tasks)
  await expect.poll(() => lines.length).toBe(1)
  await jobs.stop()

  expect(performance.now() - began).toBeLessThan(2_000)
  expect(lines).toHaveLength(1)
})

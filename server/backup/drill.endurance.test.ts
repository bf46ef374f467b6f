import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { execute, withDatabase } from '../test/administration.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

const BOOKINGS = 100_000
const MOST_SECONDS = 300

let app: TestApp
let folder: string
const databases: string[] = []
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'dugout-drill-'))
  await fill()
}, 180_000)
afterAll(async () => {
  await app.close()
  for (const name of databases)
    await execute(inject('postgres').url, `drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

/** Years of bookings with their places in the ledger, without the triggers that would take minutes. */
async function fill(): Promise<void> {
  await execute(
    app.databaseUrl,
    `insert into cages (name, price_30_min, price_60_min, price_additional_30_min) select 'Cage ' || n, 20, 30, 15 from generate_series(1, 8) n;
     set session_replication_role = replica;
     insert into bookings (guest_name, guest_phone, cage_id, start_time, end_time, status, total_cost)
     select 'Guest ' || n % 5000, '(409) 555-' || lpad((n % 10000)::text, 4, '0'), cage.id, at, at + interval '30 minutes', 'paid', 20
     from (select id, row_number() over (order by id) - 1 as k, count(*) over () as cages from cages) cage
     join generate_series(0, ${BOOKINGS - 1}) n on n % cage.cages = cage.k,
     lateral (select timestamptz '2020-01-01T18:00Z' + interval '30 minutes' * (n / cage.cages) as at) slot;
     insert into occupancy (kind, cage_id, during, booking_id) select kind, cage_id, during, booking_id from occupancy_due`,
  )
}

const environment = (settings: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: 'test',
  AUTH_SECRET: 'a-secret-that-only-tests-know-and-use',
  AUDIT_KEY: 'a-key-that-only-tests-know-and-seal-with',
  DATA_DIR: join(folder, 'data'),
  ...settings,
})

function run(args: readonly string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ['server/backup.ts', ...args], { env: environment(settings) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, output }))
  return { child, ended }
}

async function newDatabase(): Promise<{ url: string; settings: Record<string, string> }> {
  const name = `dugout_drill_${databases.length}_${process.pid}`
  databases.push(name)
  await execute(inject('postgres').url, `drop database if exists ${name} with (force)`)
  await execute(inject('postgres').url, `create database ${name}`)
  const url = withDatabase(inject('postgres').url, name)
  return { url, settings: { DATABASE_URL: url } }
}

async function digestOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const found: Record<string, string> = {}
    for (const table of [
      'bookings',
      'occupancy',
      'booking_entries',
      'cages',
      'facility',
      'email_templates',
    ]) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0))::text, '') as digest from ${table} row`,
      )
      found[table] = rows[0].digest
    }
    return found
  } finally {
    await client.end()
  }
}

const backupsIn = async (place: string) =>
  (await readdir(place).catch(() => [])).filter((file) => file.endsWith('.backup'))

test('a backup that is killed at any point leaves no file that looks whole and is not', async () => {
  const place = join(folder, 'killed')
  for (const wait of [150, 400, 700, 1_000, 1_300]) {
    const { child, ended } = run(['backup', place], app.databaseSettings)
    await delay(wait)
    child.kill('SIGKILL')
    await ended
    for (const file of await backupsIn(place)) {
      const checked = await run(['restore', '--check', join(place, file)], {}).ended
      expect(checked.output, `after ${wait} ms`).toMatch(/is whole/)
      await rm(join(place, file))
    }
  }
}, 200_000)

test(`the drill: ${BOOKINGS} bookings are backed up and back within five minutes, with equal tables, after kills too`, async () => {
  let seconds = 0
  const timed = async (...args: Parameters<typeof run>) => {
    const began = performance.now()
    const outcome = await run(...args).ended
    seconds += (performance.now() - began) / 1_000
    return outcome
  }
  // Where backups were killed.
  const place = join(folder, 'killed')
  const made = await timed(['backup', place], app.databaseSettings)
  expect(made.output).toMatch(/Written and read back/)
  expect(made.code).toBe(0)
  const [file = ''] = await backupsIn(place)
  expect((await stat(join(place, file))).size).toBeGreaterThan(100_000)

  const { url, settings } = await newDatabase()
  for (const wait of [500, 1_000, 1_500, 2_200]) {
    const { child, ended } = run(['restore', join(place, file)], settings)
    await delay(wait)
    child.kill('SIGKILL')
    const { code } = await ended
    if (code === 0) throw new Error('The restore was faster than the kill.')
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(`select to_regclass('public.facility') is not null as made`)
    // The killed connection's transaction ends as soon as PostgreSQL notices.
    if (rows[0].made)
      expect((await client.query('select from facility')).rowCount, `after ${wait} ms`).toBe(0)
    await client.end()
  }
  const restored = await timed(['restore', join(place, file)], settings)
  expect(restored.output).toMatch(/cage bookings {6}100,000[\s\S]*Restored\./)
  expect(restored.code).toBe(0)
  expect(seconds).toBeLessThan(MOST_SECONDS)
  expect(await digestOf(url)).toEqual(await digestOf(app.databaseUrl))
}, 400_000)

import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from '../backup/archive.ts'
import { restoreBackup } from '../backup/restore.ts'
import { copyDatabase, execute, settingsFor } from '../test/administration.ts'
import { type AppProcess, runProgram, startAppProcess } from '../test/appProcess.ts'
import { signInDemoCustomer } from '../test/demoCustomer.ts'
import { createDb, createPool } from './database.ts'
import { disagreements } from './ledger.fixture.ts'
import { migrate } from './migrate.ts'

/** The databases that releases made, with data of every kind: `<version>.backup`. */
const RELEASED = join(import.meta.dirname, 'released')
/** What another release may do beside a running one: columns and tables more. */
const GOOD = `
alter table facility add column next_note text not null default '';
alter table bookings add column next_note text;
alter table cages add column next_note text;
alter table profiles add column next_note text;
alter table auth_sessions add column next_note text;
create table next_things (id bigint generated always as identity primary key, booking_id uuid references bookings);
insert into next_things (booking_id) select id from bookings;`

let folder: string
let demo: string
let databases = 0
const processes: AppProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dugout-upgrade-'))
  demo = await newDatabase()
  const app = await startAppProcess({ ...settings(demo), DEMO_SEED: 'true' })
  expect(await app.end('SIGTERM')).toBe(0)
}, 60_000)
afterAll(async () => {
  await Promise.all(processes.map((app) => app.end('SIGKILL')))
  for (let number = 0; number < databases; number += 1)
    await execute(server(), `drop database if exists ${nameOf(number)} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

const server = () => inject('postgres').url
const nameOf = (number: number) => `dugout_upgrade_${process.pid}_${number}`
const settings = (url: string, more: Record<string, string> = {}) => ({
  ...settingsFor(url),
  DATA_DIR: join(folder, 'data'),
  ...more,
})

async function newDatabase(template = 'template0'): Promise<string> {
  const name = nameOf(databases)
  databases += 1
  return copyDatabase(server(), name, template)
}

const copyOfDemo = () => newDatabase(nameOf(0))

/** The program of a later release in a folder of its own. */
async function release(version: string, migrations: Record<string, string>): Promise<string> {
  const root = join(folder, version)
  const from = join(import.meta.dirname, '..', '..')
  for (const part of ['server', 'shared', 'sandbox'])
    await cp(join(from, part), join(root, part), { recursive: true })
  for (const part of ['node_modules', 'dist']) await symlink(join(from, part), join(root, part))
  const about = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...about, version }))
  const target = join(root, 'server/db/migrations')
  await mkdir(target, { recursive: true })
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(target, `${name}.sql`), text)
  return root
}

/** What other releases compile goes with them. */
const compiledFor = (program: string): Record<string, string> =>
  program.startsWith(folder) ? { NODE_COMPILE_CACHE: join(folder, 'compiled') } : {}

async function run(program: string, args: string[], env: Record<string, string>) {
  const {
    status: code,
    stdout,
    stderr,
  } = await runProgram([program, ...args], { ...compiledFor(program), ...env })
  return { code, output: stdout + stderr }
}

async function serve(env: Record<string, string>, root = '.'): Promise<AppProcess> {
  const program = join(root, 'server/main.ts')
  const app = await startAppProcess({ ...compiledFor(program), ...env }, [process.execPath, program])
  processes.push(app)
  return app
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A digest of each table, of the columns that it had at first. */
async function digests(url: string, columns: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [table, list] of columns) {
    const [row] = await query<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${list})::text, 0))::text, '') as digest from ${table}`,
    )
    found[table] = row?.digest ?? ''
  }
  return found
}

async function columnsOf(url: string): Promise<Map<string, string>> {
  const rows = await query<{ name: string; columns: string }>(
    url,
    `select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'stripe_sandbox') and table_type = 'BASE TABLE'
       and table_name not like 'kysely%' and table_name <> 'backups' group by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

const migrationsOf = async (url: string) =>
  (await query<{ name: string }>(url, 'select name from kysely_migration order by name')).map(
    ({ name }) => name,
  )

test('an upgrade keeps every row, makes a backup before, refuses the older version after, and the backup leads back', async () => {
  const url = await copyOfDemo()
  const place = join(folder, 'backups')
  const env = settings(url, { BACKUP_TO: place })
  const next = await release('7.8.9', { '001_next': GOOD })
  const columns = await columnsOf(url)
  const before = await digests(url, columns)
  expect(Object.keys(before).length).toBeGreaterThan(90)
  expect(before['public.bookings']).not.toMatch(/^0 /)

  // Asking and backing up with the new version leaves the old one's database as it is.
  const asked = await run(join(next, 'server/admin.ts'), ['check'], env)
  expect(asked).toMatchObject({ code: 0, output: expect.stringMatching(/7\.8\.9 brings changes .*001_next/) })
  expect((await run(join(next, 'server/backup.ts'), ['backup', join(folder, 'asked')], env)).code).toBe(0)
  expect(await migrationsOf(url)).toHaveLength(1)

  const upgraded = await run(join(next, 'server/admin.ts'), ['facility'], env)
  expect(upgraded, upgraded.output).toMatchObject({
    code: 0,
    output: expect.stringMatching(/this backup leads back/),
  })
  expect(await migrationsOf(url)).toEqual([
    expect.stringMatching(/^000_schema_/),
    expect.stringMatching(/^001_next_[0-9a-f]{12}$/),
  ])
  expect(await digests(url, columns)).toEqual(before)

  const older = await run('server/main.ts', [], { ...env, PORT: '0' })
  expect(older.code).toBe(1)
  expect(older.output).toMatch(
    /brought up to date by Dugout 7\.8\.9, and this is Dugout \d.*Start the newer version\. To go back/,
  )

  const edited = await release('7.8.12', { '001_next': `${GOOD}\ncreate table more_things ();` })
  expect(await run(join(edited, 'server/main.ts'), [], { ...env, PORT: '0' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/ran another text of the migration 001_next than this Dugout has/),
  })

  const [file = ''] = await readdir(place)
  const back = await newDatabase()
  const restored = await run('server/backup.ts', ['restore', join(place, file)], {
    ...settings(back),
    DATA_DIR: join(folder, 'back'),
  })
  expect(restored, restored.output).toMatchObject({ code: 0 })
  expect(await digests(back, columns)).toEqual(before)
  await (await serve(settings(back))).end('SIGTERM')
}, 120_000)

test('an upgrade that fails, or cannot be backed up, changes nothing, and the old version serves on', async () => {
  const url = await copyOfDemo()
  const old = await serve(settings(url))
  const member = await signInDemoCustomer(old.url)
  const next = await release('7.8.10', { '001_next': GOOD, '002_bad': 'select 1 / 0' })
  const columns = await columnsOf(url)

  const failed = await run(join(next, 'server/main.ts'), [], settings(url, { PORT: '0' }))
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(
    /upgrade to Dugout 7\.8\.10 failed, and nothing was changed: 002_bad_\w+: division by zero/,
  )

  await writeFile(join(folder, 'a-file'), '')
  const stuck = settings(url, { PORT: '0', BACKUP_TO: join(folder, 'a-file') })
  const unsaved = await run(join(next, 'server/main.ts'), [], stuck)
  expect(unsaved.code).toBe(1)
  expect(unsaved.output).toMatch(/No backup could be made before the upgrade, so nothing was changed/)

  expect(await columnsOf(url)).toEqual(columns)
  expect(await migrationsOf(url)).toHaveLength(1)
  const { value: slot } = member.slots.next()
  expect(slot && (await member.book(slot))).toEqual(expect.any(String))
  expect((await fetch(`${old.url}/readyz`)).status).toBe(200)
}, 120_000)

test('while the next release is rolled out, both versions book, read and see each other’s bookings', async () => {
  const url = await copyOfDemo()
  const old = await serve(settings(url))
  const member = await signInDemoCustomer(old.url)
  const slots = member.slots
  const book = async (who: typeof member) => {
    for (;;) {
      const { value: slot } = slots.next()
      if (!slot) throw new Error('no slot is left')
      const id = await who.book(slot)
      if (id) return id
    }
  }
  // Statements of the old version are prepared before the tables change.
  const pages = [
    '/api/cages',
    '/api/facility',
    '/api/me/bookings',
    '/api/me/session',
    '/api/coaches',
    '/api/camps',
  ]
  const read = async (base: string) =>
    Promise.all(
      pages.map(async (path) => [
        path,
        (await fetch(`${base}${path}`, { headers: { cookie: member.cookie } })).status,
      ]),
    )
  const fine = pages.map((path) => [path, 200])
  for (let round = 0; round < 12; round += 1) expect(await read(old.url)).toEqual(fine)
  const ids = [await book(member), await book(member)]

  const next = await serve(settings(url), await release('7.9.0', { '001_next': GOOD }))
  const there = { ...(await signInDemoCustomer(next.url)), slots }
  for (let round = 0; round < 12; round += 1) {
    expect(await read(old.url), 'the old version').toEqual(fine)
    expect(await read(next.url), 'the next version').toEqual(fine)
    ids.push(await book(member), await book(there))
  }
  const both = await Promise.all([member.bookingIds(), there.bookingIds()])
  for (const seen of both) expect([...seen]).toEqual(expect.arrayContaining(ids))
  expect(await old.end('SIGTERM')).toBe(0)
  expect(await there.book(slots.next().value ?? never())).toEqual(expect.any(String))
}, 120_000)

const never = (): never => {
  throw new Error('no slot is left')
}

const released = await readdir(RELEASED).catch(() => [] as string[])
test.skipIf(released.length === 0).each(released)(
  'the data of %s is brought up to date',
  async (file) => {
    const ownerUrl = await newDatabase()
    const archive = await openArchive(join(RELEASED, file), null, join(folder, 'decrypted'))
    const secrets = {
      auth: 'a-secret-that-only-tests-know-and-use',
      audit: 'a-key-that-only-tests-know-and-seal-with',
    }
    const files = { put: async () => {}, names: async function* () {} }
    await restoreBackup(archive, { ownerUrl, files, secrets: { ...secrets, auditOld: [] } })
    await archive.close()
    const pool = createPool(ownerUrl, 1)
    await migrate(pool)
    const db = createDb(pool)
    expect(await disagreements(db)).toEqual([])
    await db.destroy()
    const app = await serve(settings(ownerUrl))
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect(await app.end('SIGTERM')).toBe(0)
  },
  120_000,
)

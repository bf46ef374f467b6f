import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { createDb, createPool, type Db } from '../../../db/database.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { seedDemo } from '../../../seed/demo.ts'
import { createEmptyFacility } from '../../../seed/facility.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { putPictures } from '../../../test/pictures.ts'
import { createTestDatabase } from '../../../test/postgres.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { exportedRows, exportedTables, hiddenColumns, leftOutTables, readColumns } from './exportedTables.ts'
import { CannotPutBack, putEverythingBack } from './putBack.ts'

let app: TestApp
let admin: Person
let folder: string
let zip: string
let entries: Map<string, string>
beforeAll(async () => {
  app = await startTestApp()
  await seedDemo(app.db, new Date(), async () => 'a-hash-of-a-password')
  await putPictures(app.context.files)
  await app.context.files.put('logos/own.png', new Uint8Array([1]), 'image/png')
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  const texts = ['=1+1', "'=1+1", "'", "''", '', ' blanks ', 'two\r\nlines, "quoted"', '-5', '\\N', 'Zoë']
  await app.db
    .insertInto('profiles')
    .values(
      texts.map((full_name, index) => ({
        full_name: full_name || '-',
        image: full_name,
        added_by_staff: true,
        phone_number: index % 2 ? null : '',
      })),
    )
    .execute()
  await app.db
    .updateTable('bookings')
    .set({ status: 'paid' })
    .where('status', '=', 'pending payment')
    .execute()
  await app.db
    .insertInto('auth_verifications')
    .values({ identifier: 'SECRETLINK', value: 'SECRETLINK', expires_at: new Date() })
    .execute()
  folder = await mkdtemp(join(tmpdir(), 'dugout-everything-'))
  zip = join(folder, 'everything.zip')
  const answer = await app.request('/api/admin/everything.zip', { cookie: admin.cookie })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="dugout-\d{4}-\d{2}-\d{2}\.zip"$/,
  )
  await writeFile(zip, new Uint8Array(await answer.arrayBuffer()))
  entries = new Map()
  const file = await openPromise(zip, { lazyEntries: true, autoClose: false })
  for await (const entry of file.eachEntry())
    entries.set(entry.fileName, (await buffer(await file.openReadStreamPromise(entry))).toString())
  file.close()
}, 60_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

test('every table is taken out, or left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    app.db,
  )
  expect([...Object.keys(exportedTables), ...Object.keys(leftOutTables)].sort()).toEqual(
    rows.map(({ name }) => name).sort(),
  )
})

test('no column that is taken out is a secret or refers to what is left out', async () => {
  const columns = await readColumns(app.db)
  const all = [...columns].flatMap(([table, of]) => of.map((column) => ({ table, ...column })))
  expect(all.filter(({ refers }) => refers !== null && refers in leftOutTables)).toEqual([])
  expect(
    all
      .filter(({ name }) => /token|secret|password|hash|_key$/.test(name))
      .map(({ table, name }) => `${table}.${name}`),
  ).toEqual([
    // Made of name, email and phone; of an event.
    'outbox.dedupe_key',
    'participants.guest_key',
    // Of what was signed; it proves the row.
    'waiver_signatures.hash',
  ])
  for (const [table, hidden] of Object.entries(hiddenColumns))
    expect(columns.get(table)?.map(({ name }) => name)).not.toContain(hidden[0])
})

test('export-everything has a table for each, a README, receipts and pictures, no secrets, and is audited', async () => {
  for (const table of Object.keys(exportedTables))
    expect(entries.has(`tables/${table}.csv`), table).toBe(true)
  for (const table of Object.keys(leftOutTables))
    expect(entries.has(`tables/${table}.csv`), table).toBe(false)
  const text = [...entries.values()].join('\n')
  for (const secret of ['a-hash-of-a-password', 'SECRETLINK', '$argon2']) expect(text).not.toContain(secret)
  const { rows: sessions } = await sql<{ token: string }>`select token from auth_sessions`.execute(app.db)
  for (const { token } of sessions) expect(text).not.toContain(token)
  expect(entries.get('README.txt')).toContain(
    'bookings.csv: Cage bookings of accounts and guests\n    id  uuid',
  )
  expect(entries.get('tables/profiles.csv')).toContain(`,'=1+1,`)
  const receipts = [...entries].filter(([name]) => name.startsWith('receipts/'))
  const paid = await sql<{ n: number }>`
    select count(distinct coalesce(receipt_group, id))::integer as n from payment_transactions
    where status in ('completed', 'refunded', 'voided')`.execute(app.db)
  expect(receipts.length).toBe(paid.rows[0]?.n)
  expect(receipts[0]?.[1]).toMatch(/^Receipt \d+\n[\s\S]*\nTotal: \$\d+\.\d\d/)
  expect([...entries.keys()].filter((name) => name.startsWith('files/')).length).toBeGreaterThan(10)
  const read = await app.db
    .selectFrom('audit_log')
    .select(['user_id', 'description', 'record_id'])
    .where('action', '=', 'READ')
    .execute()
  expect(read).toEqual([{ user_id: admin.id, description: 'Everything, as a zip.', record_id: 'zip' }])
})

const print = async (db: Db, table: string) => {
  const columns = (await readColumns(db)).get(table) ?? []
  const { rows } = await sql<{ row: string }>`
    select jsonb_build_array(${sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))})::text as row
    from ${sql.table(table)} where ${sql.raw(exportedRows[table] ?? 'true')} order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

test('put into an empty Dugout it gives the same people, bookings and payments, and triggers and keys work again', async () => {
  const database = await createTestDatabase()
  const db = createDb(createPool(database.addresses.ownerUrl, 2))
  const files = new Map<string, number>()
  const put = async (name: string, bytes: Uint8Array) => void files.set(name, bytes.length)
  try {
    await createEmptyFacility(db)
    await expect(putEverythingBack(db, { put }, join(folder, 'none.zip'))).rejects.toThrow(CannotPutBack)
    const triggers = () =>
      sql<{
        all: string
      }>`select string_agg(concat_ws(' ', tgrelid::regclass, tgname, tgenabled), ',' order by tgrelid::regclass::text, tgname) as all from pg_trigger where not tgisinternal`.execute(
        db,
      )
    const keys = () =>
      sql<{
        all: string
      }>`select string_agg(concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)), ',' order by conrelid::regclass::text, conname) as all from pg_constraint`.execute(
        db,
      )
    const before = [(await triggers()).rows, (await keys()).rows]
    const counts = await putEverythingBack(db, { put }, zip)
    expect([(await triggers()).rows, (await keys()).rows]).toEqual(before)
    for (const table of Object.keys(exportedTables)) {
      const rows = await print(app.db, table)
      expect(await print(db, table), table).toEqual(rows)
      expect(counts.get(table), table).toBe(rows.length)
    }
    expect(counts.get('bookings')).toBeGreaterThan(100)
    expect(counts.get('payment_transactions')).toBeGreaterThan(50)
    expect(await disagreements(db)).toEqual([])
    expect([...files.keys()].sort().map((name) => `files/${name}`)).toEqual(
      [...entries.keys()].filter((name) => name.startsWith('files/')).sort(),
    )
    await expect(putEverythingBack(db, { put }, zip)).rejects.toThrow(/There are people here already/)
    await expect(sql`update bookings set cage_id = gen_random_uuid()`.execute(db)).rejects.toThrow(
      /foreign key/,
    )
  } finally {
    await db.destroy()
    await database.drop()
  }
}, 60_000)

test('a client that leaves ends the reading', async () => {
  const leaving = new AbortController()
  const answer = await fetch(`${app.url}/api/admin/everything.zip`, {
    headers: { cookie: admin.cookie },
    signal: leaving.signal,
  })
  await answer.body?.getReader().read()
  leaving.abort()
  const open = () =>
    sql<{
      n: number
    }>`select count(*)::integer as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
      app.db,
    )
  await expect.poll(async () => (await open()).rows[0]?.n, { timeout: 10_000 }).toBe(0)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db, system, transaction } from './database.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 2))
})

afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const prices = { price_30_min: '20', price_60_min: '30', price_additional_30_min: '15' }
const entriesOf = (recordId: string) =>
  db.selectFrom('audit_log').selectAll().where('record_id', '=', recordId).orderBy('created_at').execute()

test('Each change of a business row is logged with who made it and what changed', async () => {
  const id = randomUUID()
  const actor = { userId: randomUUID(), clientInfo: 'Firefox' }
  await transaction(db, actor, async (tx) => {
    await tx
      .insertInto('cages')
      .values({ id, name: 'Cage 1', ...prices })
      .execute()
    await tx.updateTable('cages').set({ price_30_min: '22' }).where('id', '=', id).execute()
  })
  await transaction(db, system, (tx) => tx.deleteFrom('cages').where('id', '=', id).execute())

  const [inserted, updated, deleted] = await entriesOf(id)
  expect(inserted).toMatchObject({
    action: 'INSERT',
    table_name: 'cages',
    user_id: actor.userId,
    client_info: 'Firefox',
    system_operation: false,
    old_values: null,
    new_values: { name: 'Cage 1', price_30_min: 20 },
  })
  expect(updated).toMatchObject({
    action: 'UPDATE',
    old_values: { price_30_min: 20 },
    new_values: { price_30_min: 22 },
  })
  expect(deleted).toMatchObject({ action: 'DELETE', user_id: null, system_operation: true, new_values: null })
})

test('An update that changes nothing but its time leaves no entry', async () => {
  const id = randomUUID()
  await db
    .insertInto('cages')
    .values({ id, name: 'Cage 2', ...prices })
    .execute()
  await db.updateTable('cages').set({ name: 'Cage 2' }).where('id', '=', id).execute()
  expect(await entriesOf(id)).toHaveLength(1)
})

test('A change of password is logged without the password', async () => {
  const userId = randomUUID()
  const id = randomUUID()
  await db
    .insertInto('profiles')
    .values({ id: userId, full_name: 'Pat', email: 'pat@example.test' })
    .execute()
  const account = { id, account_id: userId, provider_id: 'credential', user_id: userId, password: 'hash one' }
  await db.insertInto('auth_accounts').values(account).execute()
  await db.updateTable('auth_accounts').set({ password: 'hash two' }).where('id', '=', id).execute()

  const entries = await entriesOf(id)
  expect(entries[1]?.new_values).toEqual({ password: '[hidden]' })
  expect(JSON.stringify(entries)).not.toMatch(/hash (one|two)/)
})

test('Rows with a key of several columns are found by it', async () => {
  const [closureId, cageId] = [randomUUID(), randomUUID()]
  await db
    .insertInto('cages')
    .values({ id: cageId, name: 'Cage 3', ...prices })
    .execute()
  const times = { start_time: '2027-01-01T00:00:00Z', end_time: '2027-01-02T00:00:00Z' }
  await db
    .insertInto('closures')
    .values({ id: closureId, ...times })
    .execute()
  await db.insertInto('closure_cages').values({ closure_id: closureId, cage_id: cageId }).execute()
  expect(await entriesOf(`${closureId} ${cageId}`)).toHaveLength(1)
})

test.each([
  ['updated', sql`update audit_log set table_name = 'cages'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
])('The log cannot be %s', async (_, statement) => {
  await expect(statement.execute(db)).rejects.toMatchObject({ constraint: 'audit_log_append_only' })
})

test('Every business table is audited, and only technical tables are not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit')
    order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([
    'audit_chain',
    'audit_log',
    'audit_sealing',
    'audit_seals',
    'auth_rate_limits',
    'auth_two_factors',
    'auth_used_codes',
    'auth_verifications',
    'automatic_reminders',
    'backups',
    'booking_entries',
    'checkout_hold_seats',
    'checkout_hold_slots',
    'daily_figures',
    'development_mailbox',
    'idempotency_keys',
    'import_progress',
    'import_rows',
    'kysely_migration',
    'kysely_migration_lock',
    'occupancy',
    'outbox',
    'payment_events',
    'people_index',
    'person_merge_rows',
    'reminder_days',
    'reminder_messages',
    'setup_codes',
    'staff_changes',
    'stale_figure_days',
  ])
})

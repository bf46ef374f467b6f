import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../shared/contract/people/auditLog.ts'
import { auditLabels } from '../../../shared/domain/people/auditLabels.ts'
import { system, type Tx, transaction } from '../../db/database.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { explainedDatabase } from '../../test/queryPlans.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { listAuditEntries } from './auditList.ts'

interface Listed {
  items: AuditEntry[]
  cursor: string | null
}

let app: TestApp
let admin: Person
let desk: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  desk = await addPerson(app, { role: 'desk', name: 'Dora Desk' })
})
afterAll(() => app.close())

const ask = (path: string, query: Record<string, string> = {}, by = admin) =>
  app.request(`/api/admin/${path}?${new URLSearchParams(query)}`, { cookie: by.cookie })
/** get_recent_audit_activity */
const list = async (query: Record<string, string> = {}) => bodyOf<Listed>(ask('audit-log', query))
const idsOf = ({ items }: Listed) => items.map(({ id }) => id)

/** So many entries of contact messages. */
const write = (tx: Tx, count: number) =>
  sql`insert into contact_messages (name, phone, subject, message)
    select 'Pat', '(409) 555-0123', 'general', 'Hello' from generate_series(1, ${sql.lit(count)})`.execute(tx)

/** A cage is made, changed and deleted, each by whom it is said. */
async function changeCage(by: Person, name = `Cage ${randomUUID()}`) {
  const actor = { userId: by.id, clientInfo: 'Firefox on Linux' }
  const id = randomUUID()
  const prices = { price_30_min: '20', price_60_min: '30', price_additional_30_min: '15' }
  await transaction(app.db, actor, (tx) =>
    tx
      .insertInto('cages')
      .values({ id, name, ...prices })
      .execute(),
  )
  await transaction(app.db, actor, (tx) =>
    tx.updateTable('cages').set({ price_30_min: '22' }).where('id', '=', id).execute(),
  )
  return { id, name }
}

test('The log is listed newest first, with who acted and what the row is called', async () => {
  const cage = await changeCage(desk)
  const { items } = await list({ p_table_name: 'cages', p_record_id: cage.id })
  expect(items).toMatchObject([
    {
      action: 'UPDATE',
      table_name: 'cages',
      record_id: cage.id,
      record_name: cage.name,
      user_id: desk.id,
      admin_user_name: 'Dora Desk',
      role: 'desk',
      system_operation: false,
      old_values: { price_30_min: 20 },
      new_values: { price_30_min: 22 },
      client_info: 'Firefox on Linux',
    },
    { action: 'INSERT', old_values: null, new_values: { name: cage.name } },
  ])
})

test('Pages of 50 follow each other without gap or repetition while entries are added', async () => {
  const actor = { userId: admin.id }
  await transaction(app.db, actor, (tx) => write(tx, 70))
  const filter = { p_table_name: 'contact_messages' }
  const first = await list(filter)
  expect(first.items).toHaveLength(50)
  await transaction(app.db, actor, (tx) => write(tx, 1))
  const second = await list({ ...filter, cursor: first.cursor ?? '' })
  expect(second.items).toHaveLength(20)
  expect(second.cursor).toBeNull()
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(70)
  const other = await ask('audit-log', { p_table_name: 'cages', cursor: first.cursor ?? '' })
  expect(await refusalOf(other)).toEqual([400, 'cursor_invalid'])
})

describe('A filter', () => {
  let cage: { id: string; name: string }
  beforeAll(async () => {
    cage = await changeCage(desk)
    await transaction(app.db, system, (tx) => tx.deleteFrom('cages').where('id', '=', cage.id).execute())
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['by action', { action: 'DELETE' }, ['DELETE']],
    ['by people as the source', { source: 'people' }, ['UPDATE', 'INSERT']],
    ['by the system as the source', { source: 'system' }, ['DELETE']],
    ['by a day before', { to: '2001-01-01' }, []],
    ['from a day to come', { from: '2200-01-01' }, []],
    ['by the name of who acted', { search_query: 'dora' }, ['UPDATE', 'INSERT']],
    ['by the name of someone else', { search_query: 'ada admin' }, []],
    ['by a name that nobody has', { search_query: 'zzyzx' }, []],
    ['by nothing but signs', { search_query: '%' }, []],
  ])('%s finds what it names', async (_, query, actions) => {
    const { items } = await list({ p_record_id: cage.id, ...query })
    expect(items.map(({ action }) => action)).toEqual(actions)
  })

  test('by a person or a record id finds theirs', async () => {
    const byPerson = await list({ p_record_id: cage.id, user_id: desk.id })
    expect(byPerson.items).toHaveLength(2)
    expect((await list({ search_query: cage.id.toUpperCase() })).items).toHaveLength(3)
    expect((await list({ user_id: randomUUID() })).items).toEqual([])
  })

  test.each([
    ['p_table_name', 'cages; drop table cages'],
    ['p_limit', '0'],
    ['p_limit', '101'],
    ['action', 'TRUNCATE'],
    ['source', 'nobody'],
    ['user_id', 'me'],
    ['from', '2026-13-01'],
    ['staff_change_id', '1'],
  ])('%s=%s is refused', async (field, value) => {
    expect(await refusalOf(await ask('audit-log', { [field]: value }))).toEqual([400, 'invalid_input'])
  })
})

test('The list says whose a row is and what, also of one that is gone', async () => {
  const cage = await changeCage(admin, 'Cage of the List')
  const pat = await addPerson(app, { name: 'Pat Player' })
  const times = { start_time: '2027-03-02T22:00:00Z', end_time: '2027-03-02T23:00:00Z', total_cost: '30' }
  const booking = await transaction(app.db, { userId: desk.id }, (tx) =>
    tx
      .insertInto('bookings')
      .values({ user_id: pat.id, cage_id: cage.id, ...times })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const walkIn = await transaction(app.db, { userId: desk.id }, (tx) =>
    tx
      .insertInto('bookings')
      .values({
        ...{ guest_name: 'Gil Guest', guest_phone: '(409) 555-0123', cage_id: cage.id, ...times },
        ...{ start_time: '2027-03-03T22:00:00Z', end_time: '2027-03-03T23:00:00Z' },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const nameOf = async (id: string) => (await list({ p_record_id: id })).items[0]?.record_name
  expect(await nameOf(booking.id)).toBe('Pat Player, Cage of the List, Mar 2, 2027, 4:00 PM')
  expect(await nameOf(walkIn.id)).toBe('Gil Guest, Cage of the List, Mar 3, 2027, 4:00 PM')
  await transaction(app.db, { userId: desk.id }, (tx) =>
    tx.deleteFrom('bookings').where('id', '=', walkIn.id).execute(),
  )
  expect(await nameOf(walkIn.id)).toBe('Gil Guest, Cage of the List')
})

test('An entry tells the names of what its values refer to, and that of a deleted row is gone', async () => {
  const cage = await changeCage(admin, 'Cage of the Entry')
  const booking = await transaction(app.db, { userId: desk.id }, (tx) =>
    tx
      .insertInto('bookings')
      .values({
        user_id: desk.id,
        cage_id: cage.id,
        start_time: '2027-03-01T22:00:00Z',
        end_time: '2027-03-01T23:00:00Z',
        total_cost: '30',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const [entry] = (await list({ p_record_id: booking.id })).items
  // get-audit-entry
  const details = await bodyOf<AuditEntry & { names: Record<string, string> }>(ask(`audit-log/${entry?.id}`))
  expect(details.names).toMatchObject({ [cage.id]: 'Cage of the Entry', [desk.id]: 'Dora Desk' })
  expect(await refusalOf(await ask(`audit-log/${randomUUID()}`))).toEqual([404, 'audit_entry_not_found'])
  expect(await refusalOf(await ask('audit-log/first'))).toEqual([400, 'invalid_input'])
})

test('The trail of a row is only its entries, page by page', async () => {
  const cage = await changeCage(admin)
  const row = { p_table_name: 'cages', p_record_id: cage.id, page_size: '1' }
  // get_audit_trail
  const first = await bodyOf<Listed>(ask('audit-trail', row))
  expect(first.items.map(({ action }) => action)).toEqual(['UPDATE'])
  const last = await bodyOf<Listed>(ask('audit-trail', { ...row, cursor: first.cursor ?? '' }))
  expect(last.items.map(({ action }) => action)).toEqual(['INSERT'])
  expect(last.cursor).toBeNull()
  const elsewhere = { ...row, p_table_name: 'camps' }
  expect((await bodyOf<Listed>(ask('audit-trail', elsewhere))).items).toEqual([])
  expect(await refusalOf(await ask('audit-trail', { p_table_name: 'cages' }))).toEqual([400, 'invalid_input'])
})

test('The filter offers staff, and no customer', async () => {
  const customer = await addPerson(app, { name: 'Cleo Customer' })
  const coach = await addPerson(app, { role: 'coach', name: 'Cora Coach' })
  // list-admin-profiles
  const people = await bodyOf<{ id: string; full_name: string }[]>(ask('audit-people'))
  const ids = people.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([admin.id, desk.id, coach.id]))
  expect(ids).not.toContain(customer.id)
})

test('The file has the whole of what the list finds, and its reading is an entry', async () => {
  const cage = await changeCage(desk, '=cmd|calc')
  // export-audit-log
  const answer = await ask('audit-log.csv', { p_record_id: cage.id })
  expect(answer.status).toBe(200)
  const [header, ...lines] = (await answer.text()).trim().split('\r\n')
  expect(header).toContain('Previous values')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain("'=cmd|calc")
  const [reading] = (await list({ p_table_name: 'audit_log', action: 'READ' })).items
  expect(reading).toMatchObject({ admin_user_name: 'Ada Admin', record_id: 'csv' })
})

test('Every audited table has a name for people', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'audit'`.execute(
    app.db,
  )
  expect(rows.map(({ name }) => name).filter((name) => !Object.hasOwn(auditLabels, name))).toEqual([])
  // The screens call them persons.
  expect(Object.values(auditLabels).filter((label) => /participant/i.test(label))).toEqual([])
})

test('No list reads the whole log', async () => {
  const actors = [desk.id, admin.id, null]
  for (const userId of actors) {
    await transaction(app.db, { userId }, (tx) => write(tx, 4_000))
  }
  await sql`analyze audit_log`.execute(app.db)
  const explained = explainedDatabase(app.databaseUrl, ['audit_log'])
  const queries = [
    {},
    { p_table_name: 'contact_messages' },
    { action: 'DELETE' },
    { action: 'READ' },
    { source: 'system' },
    { source: 'people', action: 'INSERT' },
    { user_id: desk.id },
    { p_record_id: randomUUID() },
    { search_query: randomUUID() },
    { search_query: 'dora' },
    { from: '2001-01-01', to: '2001-01-02' },
  ] as const
  for (const query of queries) {
    const costs = await explained.costsOf(() =>
      listAuditEntries(explained.db, { p_limit: 50, ...query }, 'America/Chicago'),
    )
    expect(
      costs.flatMap(({ scanned }) => scanned),
      JSON.stringify(query),
    ).toEqual([])
    for (const { text, buffers } of costs)
      expect(buffers, `${JSON.stringify(query)} ${text}`).toBeLessThan(1_500)
  }
  await explained.db.destroy()
})

// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditSeal } from '../../../shared/contract/people/auditSeal.ts'
import { sealingUser, servingUser } from '../../db/embedded/listener.ts'
import { execute } from '../../test/administration.ts'
import { runProgram } from '../../test/appProcess.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { createTestDatabase } from '../../test/postgres.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { mailAuditSeal } from './mailSeal.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

async function read(by: Person = admin): Promise<AuditSeal> {
  const response = await app.request('/api/admin/audit-seal', { cookie: by.cookie })
  expect(response.status).toBe(200)
  return (await response.json()) as AuditSeal
}

const verify = (args: string[] = [], settings = app.databaseSettings) =>
  runProgram(['server/auditVerify.ts', ...args], settings)

test('get-audit-seal tells an admin within seconds that everything is sealed', async () => {
  await expect.poll(async () => (await read()).unsealed, { timeout: 10_000 }).toBe(0)
  const { entries, head, problems } = await read()
  expect(problems).toEqual([])
  expect(entries).toBeGreaterThan(0)
  expect(head).toMatchObject({ entries, mac: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test.each(['user', 'coach', 'desk'] as const)(
  'get-audit-seal refuses a person with the role %s',
  async (role) => {
    const person = await addPerson(app, { role })
    const response = await app.request('/api/admin/audit-seal', { cookie: person.cookie })
    expect(response.status).toBe(403)
  },
)

test('the last seal is mailed to the facility once a day, or to AUDIT_MAIL_TO', async () => {
  await expect.poll(async () => (await read()).head, { timeout: 10_000 }).not.toBeNull()
  const task = mailAuditSeal(app.context)
  await task.run(app.context)
  await task.run(app.context)
  const mails = app.db.selectFrom('outbox').select(['to_email', 'data']).where('template', '=', 'audit-seal')
  const facility = await app.db.selectFrom('facility').select('email').executeTakeFirstOrThrow()
  const [mail, ...more] = await mails.execute()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to_email: facility.email,
    data: { anchor: expect.stringMatching(/^\d+:[0-9a-f]{64}$/), problem: '' },
  })
  await app.db.deleteFrom('outbox').where('template', '=', 'audit-seal').execute()
  const config = { ...app.context.config, auditMailTo: 'owner@cages.test' }
  await mailAuditSeal({ ...app.context, config }).run(app.context)
  expect(await mails.execute()).toMatchObject([{ to_email: 'owner@cages.test' }])
})

test('npm run audit:verify says that the log is whole, compares an anchor, and ends with 1 after a change', async () => {
  await expect.poll(async () => (await read()).unsealed, { timeout: 10_000 }).toBe(0)
  const { head } = await read()
  const anchor = `${head?.number}:${head?.mac}`
  const [whole, unreadable] = await Promise.all([
    verify(['--anchor', anchor]),
    verify(['--anchor', 'yesterday']),
  ])
  expect([whole.status, whole.stdout]).toEqual([
    0,
    expect.stringContaining(`seal ${head?.number}, is there and the same`),
  ])
  expect(unreadable.status).toBe(2)

  const entry = await app.db
    .selectFrom('audit_chain')
    .innerJoin('audit_log', 'audit_log.id', 'audit_chain.entry_id')
    .select(['seq', 'entry_id', 'table_name', 'record_id'])
    .where('seq', '=', '2')
    .executeTakeFirstOrThrow()
  await sql`alter table audit_log disable trigger user`.execute(app.db)
  await app.db
    .updateTable('audit_log')
    .set({ description: 'forged' })
    .where('id', '=', entry.entry_id)
    .execute()
  const changed = await verify()
  expect(changed.status).toBe(1)
  expect(changed.stdout).toContain(
    `number 2, entry ${entry.entry_id} (${entry.table_name} ${entry.record_id}) was changed`,
  )
})

test('npm run audit:verify checks a database that was restored without rights, before its first start', async () => {
  const restored = await createTestDatabase()
  try {
    for (const role of [servingUser, sealingUser]) {
      // As `pg_restore --no-privileges` leaves it.
      await execute(
        restored.url,
        `revoke all on all tables in schema public from ${role}; revoke all on schema public from ${role}`,
      )
    }
    const whole = await verify([], restored.settings)
    expect([whole.status, whole.stderr]).toEqual([0, ''])
    expect(whole.stdout).toContain('The audit log is whole')
  } finally {
    await restored.drop()
  }
})

test('a log that was cut back is reported, and not sealed any further', async () => {
  for (const table of ['audit_chain', 'audit_seals'] as const) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db)
    await app.db.deleteFrom(table).execute()
  }
  await addPerson(app)
  await expect
    .poll(async () => (await read()).problems, { timeout: 10_000 })
    .toMatchObject([{ code: 'damaged' }])
  expect(await read()).toMatchObject({ head: null })
})

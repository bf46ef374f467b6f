import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Health, HealthCheck } from '../../../shared/contract/facility/health.ts'
import { certificateOf } from '../../integrations/certificate.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { connectMail } from '../../test/opening.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let ahead = 0
const now = () => new Date(Date.now() + ahead)
const ago = (seconds: number) => new Date(now().getTime() - seconds * 1_000)

let app: TestApp
let admin: Person
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: () => undefined })
  app = await startTestApp({ clock: { now }, log, scheduledWork: true })
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

/** As it is now: the clock is moved so that figures that were read before have expired. */
async function health(): Promise<Health> {
  ahead += 5_000
  return bodyOf<Health>(app.request('/api/health', { cookie: admin.cookie }))
}
const check = async (key: HealthCheck['key']) => (await health()).checks.find((one) => one.key === key)

describe('get-health', () => {
  test('has one line for each part, and says what is not set up', async () => {
    const { checks, version } = await health()
    expect(checks.map(({ key, state }) => [key, state])).toEqual([
      ['database', 'good'],
      ['disk', 'good'],
      ['backup', 'off'],
      ['mail', 'off'],
      ['payments', 'off'],
      ['jobs', 'good'],
      ['certificate', 'off'],
      ['audit', expect.stringMatching(/good|check/)],
    ])
    expect(checks[0]?.figure).toMatch(/^PostgreSQL \d+\.\d+ · \d+ MB$/)
    expect(checks[1]?.figure).toMatch(/^[\d.]+ GB free of [\d.]+ GB$/)
    expect(version).toMatch(/^Dugout \d+\.\d+\.\d+/)
  })

  test.each(['user', 'coach', 'desk'] as const)('%s may not read it', async (role) => {
    const { cookie } = await addPerson(app, { role })
    expect((await app.request('/api/health', { cookie })).status).toBe(403)
  })

  test('mail that waits too long does not work; what was given up needs a look', async () => {
    await connectMail(app.db)
    const message = {
      template: 'contact',
      to_email: 'a@example.test',
      next_attempt_at: new Date('2100-01-01'),
    }
    expect(await check('mail')).toMatchObject({ state: 'good', figure: 'smtp.test · nothing waits' })
    await app.db
      .insertInto('outbox')
      .values({ ...message, status: 'failed', created_at: ago(60) })
      .execute()
    expect(await check('mail')).toMatchObject({
      state: 'check',
      figure: expect.stringContaining('1 given up'),
    })
    await app.db
      .insertInto('outbox')
      .values({ ...message, created_at: ago(1_200) })
      .execute()
    expect(await check('mail')).toMatchObject({
      state: 'problem',
      figure: expect.stringMatching(/1 message waiting .*the oldest from 20 min ago/),
    })
  })

  test('a backup of two days ago is too old, one of last night is not', async () => {
    const backup = { place: '/mnt', name: 'dugout-1.backup', bytes: 10, row_count: 1 }
    await app.db
      .insertInto('backups')
      .values({ ...backup, made_at: ago(2 * 86_400) })
      .execute()
    expect(await check('backup')).toMatchObject({
      state: 'problem',
      figure: expect.stringMatching(/^2 d ago · /),
    })
    await app.db
      .insertInto('backups')
      .values({ ...backup, made_at: ago(6 * 3_600) })
      .execute()
    expect(await check('backup')).toMatchObject({
      state: 'good',
      figure: expect.stringContaining('dugout-1.backup'),
    })
  })

  test('scheduled work that waits is late, here and in the metrics', async () => {
    await vi.waitFor(
      () =>
        sql`insert into pgboss.job (name, start_after) values ('sweep-outbox', ${ago(400)})`.execute(app.db),
      { timeout: 15_000, interval: 100 },
    )
    expect(await check('jobs')).toMatchObject({ state: 'problem', figure: expect.stringContaining('1 late') })
    expect(await (await app.request('/metrics')).text()).toMatch(/^dugout_jobs_late 1$/m)
  })

  test('an error is listed with the id that its answer had, without what the caller sent', async () => {
    await app.db.schema.alterTable('contact_messages').renameTo('moved_away').execute()
    const broken = await app.request('/api/admin/contact-messages?search=secret-words', {
      cookie: admin.cookie,
    })
    await app.db.schema.alterTable('moved_away').renameTo('contact_messages').execute()
    expect(broken.status).toBe(500)
    const { request_id } = await bodyOf<{ request_id: string }>(broken)
    const { errors } = await health()
    expect(errors[0]).toMatchObject({ request_id, what: 'GET /api/admin/contact-messages' })
    expect(errors[0]?.cause).toContain('contact_messages')
    expect(JSON.stringify(errors)).not.toContain('secret-words')
    expect(errors.filter((error) => error.request_id === request_id)).toHaveLength(1)
  })

  test('a database that takes no writes is not good', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
    const name = sql.id(rows[0]?.name ?? '')
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(app.db)
    const other = await app.another()
    try {
      const { checks } = await bodyOf<Health>(other.request('/api/health', { cookie: admin.cookie }))
      expect(checks[0]).toMatchObject({ state: 'problem', figure: expect.stringContaining('read-only') })
    } finally {
      await sql`alter database ${name} reset default_transaction_read_only`.execute(app.db)
    }
  })
})

/** Of localhost, signed by itself, valid until 2126: made with openssl for this test. */
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgy/U0YcAKwF4g5YgNwxMvb06ShJ3Hov4/FFc2lqU04AShRANCAARK' +
  'dKL3UmDiHwY7TtOcUnNbWJZO809+t1cI0EQIvcBCyyqvTKAmnbWWSogz+xLh/ydWs1P8TjRo3U2aXovbgNOz'
const CERTIFICATE =
  'MIIBfjCCASWgAwIBAgIUPH7do4lyjLSDhVuJndRnrMiRbvUwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2' +
  'MTEyODEzMTAxNVoYDzIxMjYxMTA0MTMxMDE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
  'AARKdKL3UmDiHwY7TtOcUnNbWJZO809+t1cI0EQIvcBCyyqvTKAmnbWWSogz+xLh/ydWs1P8TjRo3U2aXovbgNOzo1MwUTAdBgNV' +
  'HQ4EFgQUsHM8kRbL1XXGr5B262N2ACgYXjYwHwYDVR0jBBgwFoAUsHM8kRbL1XXGr5B262N2ACgYXjYwDwYDVR0TAQH/BAUwAwEB' +
  '/zAKBggqhkjOPQQDAgNHADBEAiBMJlHN7tBgNAqg1SeAhf6kbqs5SdEMO3j68qQ4XG24MgIgQc6rGsaOZXsyFByNw5R8gEa7SOQu' +
  'uFbc0XSxsVAVGU4='
const pem = (name: string, base64: string) =>
  `-----BEGIN ${name}-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END ${name}-----\n`

test('the certificate of the public address is read, and one that browsers refuse is told', async () => {
  const server = createServer({ key: pem('PRIVATE KEY', KEY), cert: pem('CERTIFICATE', CERTIFICATE) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const found = await certificateOf(`https://localhost:${port}`, new Date())
  server.close()
  expect(found?.distrusted).toContain('SELF_SIGNED')
  expect(found?.validTo.getFullYear()).toBe(2126)
  expect(await certificateOf('https://127.0.0.1:9', new Date())).toBeNull()
})

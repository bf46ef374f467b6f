import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const START = Date.parse('2026-11-24T18:00:00Z')
let ahead = 0
const now = () => new Date(START + ahead)
const ago = (seconds: number) => new Date(now().getTime() - seconds * 1_000)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: { now }, scheduledWork: true })
})
afterAll(() => app.close())

/** The current figures: the clock is moved so that cached ones have expired. */
async function figures(): Promise<Map<string, number>> {
  ahead += 5_000
  return keptFigures()
}
async function keptFigures(): Promise<Map<string, number>> {
  const text = await (await app.request('/metrics')).text()
  const lines = text.split('\n').filter((line) => line.startsWith('dugout_'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

describe('/metrics', () => {
  test('reports how many messages are queued, and the age of the oldest', async () => {
    const message = {
      template: 'contact',
      to_email: 'a@example.test',
      next_attempt_at: new Date('2100-01-01'),
    }
    await app.db
      .insertInto('outbox')
      .values([
        { ...message, created_at: ago(95) },
        { ...message, created_at: ago(10) },
        { ...message, status: 'sent', created_at: ago(900) },
        { ...message, status: 'failed', created_at: ago(900) },
        { ...message, status: 'failed', created_at: ago(90_000) },
      ])
      .execute()
    const found = await figures()
    expect(found.get('dugout_outbox_queued')).toBe(2)
    expect(found.get('dugout_outbox_oldest_seconds')).toBe(100)
    expect(found.get('dugout_outbox_failed')).toBe(1)
  })

  test('counts live holds by purpose', async () => {
    const hold = { purpose: 'lesson' as const, amount: '40.00' }
    await app.db
      .insertInto('checkout_holds')
      .values([
        { ...hold, expires_at: ago(-600) },
        { ...hold, expires_at: ago(1) },
        { ...hold, expires_at: ago(-600), status: 'released' },
      ])
      .execute()
    const found = await figures()
    expect(found.get('dugout_checkout_holds{purpose="lesson"}')).toBe(1)
    expect(found.get('dugout_checkout_holds{purpose="membership"}')).toBe(0)
  })

  test('counts the payments of a day by outcome', async () => {
    const payment = { payment_type: 'lesson' as const, total_amount: '40.00', created_at: ago(60) }
    await app.db
      .insertInto('payment_transactions')
      .values([
        { ...payment, status: 'completed' },
        { ...payment, status: 'completed' },
        { ...payment, status: 'failed' },
        { ...payment, status: 'failed', created_at: ago(90_000) },
      ])
      .execute()
    const found = await figures()
    expect(found.get('dugout_payments{outcome="completed"}')).toBe(2)
    expect(found.get('dugout_payments{outcome="failed"}')).toBe(1)
    expect(found.get('dugout_payments{outcome="refunded"}')).toBe(0)
  })

  test('counts jobs by queue and state once the queue is there', async () => {
    // The queue's tables are created in the background after the start.
    await vi.waitFor(
      () =>
        sql`insert into pgboss.job (name, start_after) values ('sweep-outbox', '2100-01-01')`.execute(app.db),
      { timeout: 15_000, interval: 100 },
    )
    const found = await figures()
    expect(found.get('dugout_jobs{queue="sweep-outbox",state="created"}')).toBe(1)
    const jobs = [...found.keys()].filter((name) => name.startsWith('dugout_jobs{'))
    for (const name of jobs) expect(name).toMatch(/^dugout_jobs\{queue="[\w-]+",state="\w+"\}$/)
  })

  test('reports the connections of this process', async () => {
    const found = await figures()
    const { databasePool } = app.context.config
    const of = (state: string) => found.get(`dugout_database_connections{state="${state}"}`) ?? Number.NaN
    expect(of('in_use') + of('idle')).toBeGreaterThan(0)
    expect(of('in_use') + of('idle')).toBeLessThanOrEqual(databasePool)
    expect(of('waiting')).toBe(0)
    expect(found.get('dugout_database_readable')).toBe(1)
  })

  test('counts refusals by code, including those of accounts', async () => {
    const { email } = await addPerson(app)
    await app.request('/api/me/bookings')
    await app.request('/api/auth/sign-in/email', { json: { email, password: 'some-guess' } })
    await app.request('/api/no-such-thing')
    const found = await figures()
    for (const code of ['unauthenticated', 'invalid_credentials', 'not_found'])
      expect(found.get(`dugout_refusals_total{code="${code}"}`), code).toBe(1)
  })

  test('reads the database once in five seconds, however many scrapes there are', async () => {
    const held = (found: Map<string, number>) => found.get('dugout_checkout_holds{purpose="lesson"}') ?? 0
    const first = held(await figures())
    await app.db
      .insertInto('checkout_holds')
      .values({ purpose: 'lesson', amount: '40.00', expires_at: ago(-600) })
      .execute()
    ahead += 4_900
    expect((await Promise.all([keptFigures(), keptFigures()])).map(held)).toEqual([first, first])
    expect(held(await figures())).toBe(first + 1)
  })

  test('contains no personal data', async () => {
    const { email, id } = await addPerson(app)
    await figures()
    const text = await (await app.request('/metrics')).text()
    expect(text).not.toContain(email)
    expect(text).not.toContain(id)
    expect(text).not.toContain('example.test')
  })
})

test('while the database does not answer, its figures are missing rather than stale', async () => {
  const broken = await startTestApp({ clock: { now }, scheduledWork: true })
  try {
    await broken.request('/metrics')
    await broken.context.db.destroy()
    ahead += 5_000
    const text = await (await broken.request('/metrics')).text()
    expect(text).toContain('dugout_database_readable 0')
    expect(text).not.toMatch(/^dugout_(outbox_queued|checkout_holds|payments|jobs)[ {]/m)
    expect(text).toContain('dugout_http_requests_total')
  } finally {
    await broken.close().catch(() => undefined)
  }
})

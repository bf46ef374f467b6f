import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { createDb, createPool, type Db } from '../../db/database.ts'
import { seedFacility } from '../../seed/facility.ts'
import { type AppProcess, startAppProcess } from '../../test/appProcess.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addPerson } from '../../test/factories.ts'
import { openMailServer, type TestMailServer } from '../../test/mailServer.ts'
import { letUndoTimePass } from '../../test/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import type { TestApp } from '../../test/testApp.ts'
import { addCamp } from '../camps/campTestKit.ts'

const KILLS = 2
const PEOPLE = 40

let database: TestDatabase
let db: Db
let mailServer: TestMailServer
let app: AppProcess | undefined

beforeAll(async () => {
  mailServer = await openMailServer()
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
})
afterAll(async () => {
  await app?.end('SIGTERM')
  await mailServer.down()
  await db.destroy()
  await database.drop()
})

const startOnce = () => startAppProcess({ DATABASE_URL: database.url, SMTP_URL: mailServer.url })
const unsent = async () =>
  (await db.selectFrom('outbox').select('id').where('status', '<>', 'sent').execute()).length

test(`a reminder whose server is killed ${KILLS} times reaches everybody, and nobody with two mails`, async () => {
  const day = addDays(facilityDay(new Date(), ZONE), 3)
  const camp = await addCamp(db, { start_date: day, end_date: day, timeslots: [], max_spots: PEOPLE })
  await db
    .insertInto('camp_registrations')
    .values(
      Array.from({ length: PEOPLE }, (_, index) => ({
        ...{ camp_id: camp.id, guest_name: `Guest ${index}`, guest_email: `g${index}@guests.test` },
      })),
    )
    .execute()
  app = await startOnce()
  const ask = (path: string, init: RequestInit & { json?: unknown; cookie?: string } = {}) =>
    fetch(`${app?.url}${path}`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', cookie: init.cookie ?? '', ...init.headers },
      body: JSON.stringify(init.json),
    })
  const desk = await addPerson({ db, request: ask } as unknown as TestApp, { role: 'desk' })
  const press = async () =>
    (await (
      await ask('/api/camp-reminders', {
        ...{ json: { campId: camp.id }, cookie: desk.cookie },
        headers: { 'idempotency-key': 'one-press-of-the-button' },
      })
    ).json()) as { run_id: string }
  const { run_id } = await press()

  await letUndoTimePass(db)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (mailServer.received.length < kill * 5) await delay(1)
    await app.end('SIGKILL')
    // What the process had in hand is another's after the lease of three minutes.
    await letUndoTimePass(db)
    app = await startOnce()
  }
  expect(await unsent()).toBeGreaterThan(0)
  // The browser heard no answer and asks again.
  expect((await press()).run_id).toBe(run_id)
  await expect.poll(unsent, { timeout: 30_000 }).toBe(0)

  const byPerson = Map.groupBy(mailServer.received, ({ to }) => to[0])
  expect(byPerson.size).toBe(PEOPLE)
  // A mail that was taken while the process died goes out again as the same mail, which mailboxes show once.
  for (const mails of byPerson.values())
    expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
  expect(await db.selectFrom('reminder_runs').select('id').execute()).toHaveLength(1)
}, 90_000)

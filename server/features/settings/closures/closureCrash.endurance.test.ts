import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPool, type Db, system, transaction } from '../../../db/database.ts'
import { seedFacility } from '../../../seed/facility.ts'
import { type AppProcess, startAppProcess } from '../../../test/appProcess.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { addCages } from '../../../test/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres.ts'
import { createClosure } from './closures.ts'
import { fingerprintOf, hitsOfClosure } from './hits.ts'

const KILLS = 4
const ZONE = 'America/Chicago'

let database: TestDatabase
let db: Db
let app: AppProcess | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
})
afterAll(async () => {
  await app?.end('SIGTERM')
  await db.destroy()
  await database.drop()
})

const count = async (status: 'pending' | 'done') =>
  (await db.selectFrom('closure_run_items').select('id').where('status', '=', status).execute()).length

test(`a run that is killed ${KILLS} times forgets nobody and tells nobody twice`, async () => {
  const cages = await addCages(db, 30)
  const staff = { id: randomUUID(), role: 'admin' as const }
  await db
    .insertInto('profiles')
    .values({ id: staff.id, full_name: 'Ada', email: 'ada@example.test', role: 'admin' })
    .execute()
  const { startTime, endTime } = group('', tuesday(1), '16:00', '21:00')
  const rows = cages.flatMap((cage_id) =>
    Array.from({ length: 10 }, (_, index) => ({
      ...{ cage_id, total_cost: '20.00', guest_name: 'Gwen', guest_email: `g${index}@example.test` },
      start_time: new Date(Date.parse(startTime) + index * 30 * 60_000),
      end_time: new Date(Date.parse(startTime) + (index + 1) * 30 * 60_000),
    })),
  )
  const booked = await db.insertInto('bookings').values(rows).returning('id').execute()
  const range = { cageIds: cages, start: new Date(startTime), end: new Date(endTime) }
  const at = { now: new Date(), zone: ZONE }
  const fingerprint = fingerprintOf(await hitsOfClosure(db, range, at.now))
  const wanted = { ...range, reason: 'Flood', onHits: 'cancel' as const, fingerprint }
  await transaction(db, system, (tx) => createClosure(tx, wanted, staff, at))
  expect(await count('pending')).toBe(booked.length)

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await count('done')
    app = await startAppProcess({ DATABASE_URL: database.url })
    while ((await count('done')) < before + 10) await delay(1)
    await app.end('SIGKILL')
  }
  expect(await count('pending')).toBeGreaterThan(0)
  app = await startAppProcess({ DATABASE_URL: database.url })
  await expect.poll(() => count('pending'), { timeout: 30_000 }).toBe(0)

  expect(await count('done')).toBe(booked.length)
  const canceled = await db.selectFrom('bookings').select('id').where('status', '=', 'canceled').execute()
  expect(canceled).toHaveLength(booked.length)
  const told = await db
    .selectFrom('outbox')
    .select('dedupe_key')
    .where('template', '=', 'booking-canceled')
    .execute()
  expect(told).toHaveLength(booked.length)
  expect(new Set(told.map(({ dedupe_key }) => dedupe_key)).size).toBe(booked.length)
}, 120_000)

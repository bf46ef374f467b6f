import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headingsKey } from '../../../../shared/domain/people/importFields.ts'
import { createDb, createPool, type Db } from '../../../db/database.ts'
import { seedFacility } from '../../../seed/facility.ts'
import { type AppProcess, startAppProcess } from '../../../test/appProcess.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres.ts'

const KILLS = 2
/** A person, a child and a note each: nine portions of the import. */
const PEOPLE = 1_500

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

const people = async () =>
  Number(
    (
      await db
        .selectFrom('profiles')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const stateOf = (id: string) =>
  db
    .selectFrom('imports')
    .innerJoin('import_progress', 'import_id', 'imports.id')
    .select(['state', 'done', 'total', 'counts'])
    .where('imports.id', '=', id)
    .executeTakeFirstOrThrow()

test(`an import of ${PEOPLE} people that is killed ${KILLS} times in the middle ends whole, and none before that`, async () => {
  const id = randomUUID()
  const headings = ['Name', 'Email', 'Phone', 'Child', 'Notes']
  const columns = ['name', 'email', 'phone', 'child_name', 'note']
  await db
    .insertInto('imports')
    .values({
      id,
      source: 'people.csv',
      headings,
      columns,
      headings_key: headingsKey(headings),
      state: 'taking',
    })
    .execute()
  await db.insertInto('import_progress').values({ import_id: id }).execute()
  const rows = Array.from({ length: PEOPLE }, (_, index) => ({
    import_id: id,
    number: index + 2,
    cells: [
      ...[`Pat Parent ${index}`, `pat${index}@example.com`, `(409) 555-${String(index).padStart(4, '0')}`],
      ...[`Chris Parent ${index}`, 'Old customer'],
    ],
  }))
  for (let from = 0; from < PEOPLE; from += 1_000)
    await db
      .insertInto('import_rows')
      .values(rows.slice(from, from + 1_000))
      .execute()

  let least = 500
  for (let kill = 0; kill < KILLS; kill += 1) {
    await db.updateTable('import_progress').set({ done: 0 }).where('import_id', '=', id).execute()
    app = await startAppProcess({ DATABASE_URL: database.url })
    for (;;) {
      const { state, done } = await stateOf(id)
      expect(state).toBe('taking')
      if (done >= least) break
      await delay(5)
    }
    await app.end('SIGKILL')
    least += 500
    expect(await people()).toBe(0)
  }
  app = await startAppProcess({ DATABASE_URL: database.url })
  await expect.poll(async () => (await stateOf(id)).state, { timeout: 120_000 }).toBe('taken')
  expect(await people()).toBe(PEOPLE)
  expect((await stateOf(id)).counts).toEqual({ new: PEOPLE, adds: 0, duplicate: 0, wrong: 0 })

  await db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', id).execute()
  await expect.poll(async () => (await stateOf(id)).done, { timeout: 60_000 }).toBeGreaterThan(100)
  await app.end('SIGKILL')
  expect(await people()).toBeGreaterThan(0)
  app = await startAppProcess({ DATABASE_URL: database.url })
  await expect.poll(async () => (await stateOf(id)).state, { timeout: 120_000 }).toBe('undone')
  expect(await people()).toBe(0)
}, 400_000)

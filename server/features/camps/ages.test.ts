import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullYears } from '../../../shared/domain/programs/ages.ts'
import { createDb, createPool, type Db } from '../../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 1))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
/** Half of them around the turn of February. */
const dayNearLeapDay = fc.oneof(
  day,
  fc
    .tuple(fc.integer({ min: 1900, max: 2199 }), fc.constantFrom('02-27', '02-28', '02-29', '03-01', '03-02'))
    .map(([year, rest]) => `${year}-${rest}`)
    .filter((text) => !text.endsWith('02-29') || new Date(`${text}T00:00:00Z`).getUTCDate() === 29),
)

test('the database and the program count full years alike, whatever the zone of the connection', async () => {
  const pairs = fc.sample(fc.tuple(dayNearLeapDay, dayNearLeapDay), 5_000)
  // A day that Kiritimati skipped: turned into an instant there, it is the day after.
  pairs.push(['1994-12-31', '2007-01-01'], ['1994-12-31', '2006-12-31'], ['1984-12-31', '1994-12-31'])
  for (const zone of ['UTC', 'America/Chicago', 'Pacific/Kiritimati']) {
    await sql`select set_config('timezone', ${zone}, false)`.execute(db)
    const { rows } = await sql<{ years: number }>`
      select full_years(birth_date, as_of) as years
      from unnest(${pairs.map(([birth]) => birth)}::date[], ${pairs.map(([, on]) => on)}::date[])
        with ordinality as pair (birth_date, as_of, position)
      order by position`.execute(db)
    expect(rows.map(({ years }) => years)).toEqual(pairs.map(([birth, on]) => fullYears(birth, on)))
  }
})

test('without a birth date there is no age', async () => {
  const { rows } = await sql<{
    years: number | null
  }>`select full_years(null, current_date) as years`.execute(db)
  expect(rows).toEqual([{ years: null }])
})

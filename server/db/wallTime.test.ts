import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantOf } from '../../shared/domain/time/time.ts'
import { seedFacility } from '../seed/facility.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'
import { addCage, addCoach, disagreements, type Place, takers, ZONE } from './ledger.fixture.ts'

const SPRING = '2027-03-14'
const AUTUMN = '2026-11-01'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
})

afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const placeOn = async (day: string, from: string, to: string): Promise<Place> => ({
  cageId: await addCage(db),
  coachId: await addCoach(db),
  day,
  from,
  to,
})

async function startOf(lessonId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ start: Date }>`
    select lower(during) as start from occupancy where coach_booking_id = ${lessonId}`.execute(db)
  return rows[0]?.start
}

describe('A wall time', () => {
  test.each(['lesson', 'classSession', 'campSession'] as const)(
    'that the clocks skip is refused to a %s',
    async (taker) => {
      const place = await placeOn(SPRING, '02:00', '03:00')
      await expect(takers[taker](db, place)).rejects.toMatchObject({ constraint: 'wall_time_exists' })
    },
  )

  test.each([
    [SPRING, '2027-03-14T21:00:00.000Z'],
    [AUTUMN, '2026-11-01T22:00:00.000Z'],
  ])('of 4 PM is the right instant on %s', async (day, instant) => {
    const id = await takers.lesson(db, await placeOn(day, '16:00', '17:00'))
    expect(await startOf(id)).toEqual(new Date(instant))
  })

  test('that occurs twice means the first, as in shared/domain/time', async () => {
    const id = await takers.lesson(db, await placeOn(AUTUMN, '01:30', '02:30'))
    expect(await startOf(id)).toEqual(instantOf(AUTUMN, '01:30', ZONE))
  })

  test('that occurs twice within half an hour means the first too', async () => {
    const zone = 'Australia/Lord_Howe'
    const day = '2027-04-04'
    await db.updateTable('facility').set({ time_zone: zone }).execute()
    const instants = await sql<{ of: string; instant: Date; nearest: Date }>`
      select to_char(wall, 'HH24:MI') as of, facility_instant(wall) as instant, nearest_facility_instant(wall) as nearest
      from unnest(array['01:00', '01:30', '01:59', '02:00']::time[]) as t, lateral (select ${day}::date + t as wall) w`.execute(
      db,
    )
    for (const { of, instant, nearest } of instants.rows) {
      expect(instant, of).toEqual(instantOf(day, of, zone))
      expect(nearest, of).toEqual(instant)
    }
    await db.updateTable('facility').set({ time_zone: ZONE }).execute()
  })

  test('moves its instant when the facility moves to another zone', async () => {
    const place = await placeOn('2027-05-04', '16:00', '17:00')
    const lesson = await takers.lesson(db, place)
    await takers.classSession(db, { ...place, coachId: await addCoach(db), from: '18:00', to: '19:00' })
    await db.updateTable('facility').set({ time_zone: 'America/New_York' }).execute()
    expect(await startOf(lesson)).toEqual(instantOf(place.day, '16:00', 'America/New_York'))
    expect(await disagreements(db)).toEqual([])
    await db.updateTable('facility').set({ time_zone: ZONE }).execute()
  })

  test('cannot be in a zone that does not exist', async () => {
    const move = db.updateTable('facility').set({ time_zone: 'America/Beaumont' }).execute()
    await expect(move).rejects.toThrow(/time zone "America\/Beaumont" not recognized/)
  })
})

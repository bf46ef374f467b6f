import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantOf } from '../../shared/domain/time/time.ts'
import { seedFacility } from '../seed/facility.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { createDb, createPool, type Db } from './database.ts'
import {
  addCage,
  addCoach,
  dayNumber,
  disagreements,
  type Place,
  type Taker,
  takers,
  ZONE,
} from './ledger.fixture.ts'

let database: TestDatabase
let db: Db
let days = 0

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createPool(database.url, 4))
  await seedFacility(db)
})

afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** A cage, a coach and an hour of a day that no other test uses. */
async function freshPlace(): Promise<Place> {
  days += 1
  return {
    cageId: await addCage(db),
    coachId: await addCoach(db),
    day: dayNumber(days),
    from: '16:00',
    to: '17:00',
  }
}

const all = Object.keys(takers) as Taker[]
const takingCoach: Taker[] = ['lesson', 'classSession', 'campSession']
const refused = (constraint: string) => expect.objectContaining({ constraint })
const pairs = (of: Taker[], seconds = of) =>
  of.flatMap((first) => seconds.map((second) => ({ first, second })))
/** A closure takes what is left; whatever else comes second is refused. */
const refusing = all.filter((taker) => taker !== 'closure')

describe('A cage', () => {
  test.each(pairs(all, refusing))(
    'taken by a $first is refused to a $second that overlaps',
    async ({ first, second }) => {
      const place = await freshPlace()
      await takers[first](db, place)
      const later = { ...place, coachId: await addCoach(db), from: '16:30', to: '17:30' }
      await expect(takers[second](db, later)).rejects.toEqual(refused('occupancy_cage_free'))
    },
  )

  test.each(all)('is free again the moment a %s ends', async (taker) => {
    const place = await freshPlace()
    await takers[taker](db, place)
    await expect(takers.booking(db, { ...place, from: '17:00', to: '18:00' })).resolves.toBeTypeOf('string')
    await expect(takers.booking(db, { ...place, from: '15:00', to: '16:00' })).resolves.toBeTypeOf('string')
  })
})

describe('A closure', () => {
  const half = (place: Place) => ({ ...place, from: '16:30', to: '17:30' })

  test.each(all)('leaves a %s from before its time, and takes the rest at once', async (taker) => {
    const place = await freshPlace()
    await takers[taker](db, place)
    await takers.closure(db, half(place))
    expect(await disagreements(db)).toEqual([])
    const rest = { ...place, coachId: await addCoach(db), from: '17:00', to: '17:30' }
    await expect(takers.booking(db, rest)).rejects.toEqual(refused('occupancy_cage_free'))
    await expect(takers.booking(db, { ...rest, from: '17:30', to: '18:00' })).resolves.toBeTypeOf('string')
  })

  test('takes what becomes free in it, with the transaction that frees it', async () => {
    const place = await freshPlace()
    const id = await takers.booking(db, place)
    await takers.closure(db, half(place))
    await db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
    expect(await disagreements(db)).toEqual([])
    await expect(takers.guestBooking(db, { ...place, from: '16:30' })).rejects.toEqual(
      refused('occupancy_cage_free'),
    )
    await expect(takers.guestBooking(db, { ...place, to: '16:30' })).resolves.toBeTypeOf('string')
  })

  test('takes the time of another closure that ends, and moves with its own times', async () => {
    const place = await freshPlace()
    const first = await takers.closure(db, place)
    const second = await takers.closure(db, half(place))
    await db.deleteFrom('closures').where('id', '=', first).execute()
    expect(await disagreements(db)).toEqual([])
    await expect(takers.booking(db, half(place))).rejects.toEqual(refused('occupancy_cage_free'))
    const later = { start_time: at(place, '18:00'), end_time: at(place, '19:00') }
    await db.updateTable('closures').set(later).where('id', '=', second).execute()
    expect(await disagreements(db)).toEqual([])
    await expect(takers.booking(db, half(place))).resolves.toBeTypeOf('string')
  })
})

describe('A coach', () => {
  test.each(pairs(takingCoach))(
    'busy with a $first is refused to a $second elsewhere',
    async ({ first, second }) => {
      const place = await freshPlace()
      await takers[first](db, place)
      const elsewhere = { ...place, cageId: await addCage(db), from: '16:30', to: '17:30' }
      await expect(takers[second](db, elsewhere)).rejects.toEqual(refused('occupancy_coach_free'))
    },
  )
})

describe('Time off of a coach', () => {
  const takeOff = async ({ coachId, day }: Place) =>
    (
      await db
        .insertInto('coach_time_off')
        .values({ coach_id: coachId, start_date: day, end_date: day })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  test.each(takingCoach)('is refused to a %s, and to other time off', async (taker) => {
    const place = await freshPlace()
    const id = await takeOff(place)
    await expect(takers[taker](db, place)).rejects.toEqual(refused('occupancy_coach_free'))
    await expect(takeOff(place)).rejects.toEqual(refused('coach_time_off_apart'))
    await db.deleteFrom('coach_time_off').where('id', '=', id).execute()
    await expect(takers[taker](db, place)).resolves.toBeTypeOf('string')
    expect(await disagreements(db)).toEqual([])
  })

  test.each(takingCoach)('leaves a %s from before its time, and takes that when it goes', async (taker) => {
    const place = await freshPlace()
    const source = await takers[taker](db, place)
    await takeOff(place)
    expect(await disagreements(db)).toEqual([])
    const tables = {
      lesson: 'coach_bookings',
      classSession: 'class_instances',
      campSession: 'camp_timeslots',
    }
    await sql`delete from ${sql.table(tables[taker as keyof typeof tables])} where id = ${source}`.execute(db)
    expect(await disagreements(db)).toEqual([])
    await expect(takers.lesson(db, place)).rejects.toEqual(refused('occupancy_coach_free'))
  })

  test('moves with a facility that moves to another zone', async () => {
    const place = await freshPlace()
    const moving = db.transaction().execute(async (tx) => {
      // The other tests' rows could not all move.
      for (const table of ['coach_bookings', 'class_instances', 'camp_timeslots', 'coach_time_off'])
        await sql`delete from ${sql.table(table)}`.execute(tx)
      await tx
        .insertInto('coach_time_off')
        .values(
          [place.day, '2028-01-02'].map((day) => ({
            coach_id: place.coachId,
            start_date: day,
            end_date: day,
          })),
        )
        .execute()
      await tx.updateTable('facility').set({ time_zone: 'America/Denver' }).execute()
      expect(await disagreements(tx)).toEqual([])
      const { rows } = await sql`
        select lower(during) as start from occupancy where coach_id = ${place.coachId} order by start`.execute(
        tx,
      )
      expect(rows).toEqual([
        { start: instantOf(place.day, '00:00', 'America/Denver') },
        { start: instantOf('2028-01-02', '00:00', 'America/Denver') },
      ])
      throw new Error('done')
    })
    await expect(moving).rejects.toThrow('done')
  })
})

describe('A cage is free at once', () => {
  const ends: [Taker, (id: string) => Promise<unknown>][] = [
    [
      'booking',
      (id) => db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute(),
    ],
    ['booking', (id) => db.deleteFrom('bookings').where('id', '=', id).execute()],
    [
      'guestBooking',
      (id) => db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute(),
    ],
    [
      'lesson',
      (id) => db.updateTable('coach_bookings').set({ status: 'canceled' }).where('id', '=', id).execute(),
    ],
    [
      'classSession',
      (id) => db.updateTable('class_instances').set({ status: 'canceled' }).where('id', '=', id).execute(),
    ],
    ['classSession', (id) => db.deleteFrom('class_instances').where('id', '=', id).execute()],
    [
      'classSession',
      (id) => db.deleteFrom('class_instance_cages').where('class_instance_id', '=', id).execute(),
    ],
    ['campSession', (id) => db.deleteFrom('camp_timeslots').where('id', '=', id).execute()],
    [
      'campSession',
      (id) => db.deleteFrom('camp_timeslot_cages').where('camp_timeslot_id', '=', id).execute(),
    ],
    [
      'hold',
      (id) => db.updateTable('checkout_holds').set({ status: 'released' }).where('id', '=', id).execute(),
    ],
    ['hold', (id) => db.deleteFrom('checkout_hold_slots').where('checkout_hold_id', '=', id).execute()],
    ['hold', () => sql`select expire_checkout_holds('2100-01-01')`.execute(db)],
    ['closure', (id) => db.deleteFrom('closures').where('id', '=', id).execute()],
  ]
  test.each(ends)('when a %s ends early, by whatever statement (%#)', async (taker, end) => {
    const place = await freshPlace()
    await end(await takers[taker](db, place))
    await expect(takers.booking(db, place)).resolves.toBeTypeOf('string')
    expect(await disagreements(db)).toEqual([])
  })
})

describe('A row that changes', () => {
  test('takes its new time and cage and leaves the old ones', async () => {
    const place = await freshPlace()
    const other = await addCage(db)
    const id = await takers.booking(db, place)
    const moved = { cage_id: other, start_time: at(place, '18:00'), end_time: at(place, '19:00') }
    await db.updateTable('bookings').set(moved).where('id', '=', id).execute()
    await expect(takers.lesson(db, place)).resolves.toBeTypeOf('string')
    const there = { ...place, cageId: other, from: '18:00', to: '19:00' }
    await expect(takers.lesson(db, there)).rejects.toEqual(refused('occupancy_cage_free'))
  })

  test('keeps its ledger row when it is paid, so no change is announced', async () => {
    const place = await freshPlace()
    const id = await takers.booking(db, place)
    const rows = () => db.selectFrom('occupancy').select('id').where('booking_id', '=', id).execute()
    const before = await rows()
    await db.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute()
    expect(await rows()).toEqual(before)
  })

  test('cannot return to a time that was taken in the meantime', async () => {
    const place = await freshPlace()
    const id = await takers.booking(db, place)
    await db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
    await takers.closure(db, place)
    const revive = db.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute()
    await expect(revive).rejects.toEqual(refused('occupancy_cage_free'))
  })

  test('of a camp frees the coach who is removed and takes the one who is added', async () => {
    const place = await freshPlace()
    const timeslot = await takers.campSession(db, place)
    const { camp_id } = await db
      .selectFrom('camp_timeslots')
      .select('camp_id')
      .where('id', '=', timeslot)
      .executeTakeFirstOrThrow()
    const joins = await addCoach(db)
    await db.updateTable('camp_coaches').set({ coach_id: joins }).where('camp_id', '=', camp_id).execute()
    const elsewhere = { ...place, cageId: await addCage(db) }
    await expect(takers.lesson(db, { ...elsewhere, coachId: joins })).rejects.toEqual(
      refused('occupancy_coach_free'),
    )
    await expect(takers.lesson(db, elsewhere)).resolves.toBeTypeOf('string')
  })
})

test('A ledger row cannot be edited in place', async () => {
  await takers.booking(db, await freshPlace())
  await expect(sql`update occupancy set during = 'empty'`.execute(db)).rejects.toEqual(
    refused('occupancy_not_updated'),
  )
})

const at = (place: Place, wallTime: string) => instantOf(place.day, wallTime, ZONE)

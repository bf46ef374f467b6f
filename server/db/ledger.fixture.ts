import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { instantOf } from '../../shared/domain/time/time.ts'
import type { Db } from './database.ts'

export const ZONE = 'America/Chicago'

/** Where and when: facility wall time on one day. */
export interface Place {
  cageId: string
  coachId: string
  day: string
  from: string
  to: string
}

/** Everything that takes a cage, each way ending with the source row's id. Wall times are one hour apart. */
export const takers = {
  async booking(db, place) {
    const row = { ...instants(place), cage_id: place.cageId, total_cost: '30' }
    return (await db.insertInto('bookings').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
  async guestBooking(db, place) {
    const guest = { guest_name: 'Pat', guest_phone: '1' }
    const row = { ...instants(place), ...guest, cage_id: place.cageId, total_cost: '30' }
    return (await db.insertInto('bookings').values(row).returning('id').executeTakeFirstOrThrow()).id
  },
  async lesson(db, place) {
    return (
      await db
        .insertInto('coach_bookings')
        .values({
          coach_id: place.coachId,
          cage_id: place.cageId,
          customer_type: 'guest',
          guest_name: 'Pat',
          guest_phone: '1',
          lesson_date: place.day,
          start_time: place.from,
          end_time: place.to,
          duration_minutes: 60,
          coach_rate: '50',
          cage_cost: '30',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  },
  async classSession(db, place) {
    const span = { start_date: place.day, end_date: place.day }
    const course = { id: randomUUID(), name: 'Class', price: '1', max_spots: 1, ...span }
    const session = { id: randomUUID(), class_id: course.id, coach_id: place.coachId, class_date: place.day }
    const times = { start_time: place.from, end_time: place.to }
    await db.insertInto('classes').values(course).execute()
    await db
      .insertInto('class_instances')
      .values({ ...session, ...times })
      .execute()
    const taken = { class_instance_id: session.id, cage_id: place.cageId }
    await db.insertInto('class_instance_cages').values(taken).execute()
    return session.id
  },
  async campSession(db, place) {
    const camp = { id: randomUUID(), name: 'Camp', start_date: place.day, end_date: place.day }
    const timeslot = {
      id: randomUUID(),
      camp_id: camp.id,
      date: place.day,
      start_time: place.from,
      end_time: place.to,
    }
    await db.insertInto('camps').values(camp).execute()
    await db.insertInto('camp_timeslots').values(timeslot).execute()
    await db.insertInto('camp_coaches').values({ camp_id: camp.id, coach_id: place.coachId }).execute()
    const taken = { camp_timeslot_id: timeslot.id, cage_id: place.cageId }
    await db.insertInto('camp_timeslot_cages').values(taken).execute()
    return timeslot.id
  },
  async hold(db, place) {
    const id = randomUUID()
    const hold = {
      id,
      purpose: 'cage_booking',
      amount: '30',
      expires_at: instants(place).start_time,
    } as const
    await db.insertInto('checkout_holds').values(hold).execute()
    const slot = { checkout_hold_id: id, cage_id: place.cageId, ...instants(place) }
    await db.insertInto('checkout_hold_slots').values(slot).execute()
    return id
  },
  async closure(db, place) {
    const id = randomUUID()
    await db
      .insertInto('closures')
      .values({ id, ...instants(place) })
      .execute()
    await db.insertInto('closure_cages').values({ closure_id: id, cage_id: place.cageId }).execute()
    return id
  },
} satisfies Record<string, (db: Db, place: Place) => Promise<string>>

export type Taker = keyof typeof takers

const instants = ({ day, from, to }: Place) => ({
  start_time: instantOf(day, from, ZONE),
  end_time: instantOf(day, to, ZONE),
})

export const dayNumber = (count: number): string =>
  new Date(Date.UTC(2027, 4, 1 + count)).toISOString().slice(0, 10)

export async function addCage(db: Db): Promise<string> {
  const prices = { price_30_min: '20', price_60_min: '30', price_additional_30_min: '15' }
  const cage = { id: randomUUID(), name: `Cage ${randomUUID()}`, ...prices }
  await db.insertInto('cages').values(cage).execute()
  return cage.id
}

export async function addCoach(db: Db): Promise<string> {
  const coach = { id: randomUUID(), name: 'Coach' }
  await db.insertInto('coaches').values(coach).execute()
  return coach.id
}

/** Rows that the ledger has too many or too few of, compared with its sources. */
export async function disagreements(db: Db): Promise<unknown[]> {
  const columns = sql`kind, cage_id, coach_id, during, booking_id, coach_booking_id,
    class_instance_id, camp_timeslot_id, checkout_hold_id, closure_id, coach_time_off_id`
  const { rows } = await sql`
    (select 'missing', due.* from (select ${columns} from occupancy_due except all select ${columns} from occupancy) due)
    union all
    (select 'extra', had.* from (select ${columns} from occupancy except all select ${columns} from occupancy_due) had)
  `.execute(db)
  return rows
}

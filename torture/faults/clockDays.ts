import { sql } from 'kysely'
import { lesson, postLesson } from '../../server/features/lessons/lessonTestKit.ts'
import { ZONE } from '../../server/test/cageTime.ts'
import { addDays, instantOf } from '../../shared/domain/time/time.ts'
import { allAtOnce, type Fault, mark } from '../fault.ts'

const ZONES = [
  'Asia/Tokyo',
  'America/Los_Angeles',
  'Europe/London',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'UTC',
] as const

/** Both days on which the clocks change, booked at night, by processes that live in other zones than the facility. */
export const clockDays: Fault = {
  name: 'clock-days',
  about: 'the nights on which the clocks change are booked through processes in six other zones',
  async round({ world, random, answers }) {
    const { db, cages, customers, coach, desks } = world
    const [near, far] = random.shuffled(ZONES)
    await world.kill('one', 'other')
    await world.revive([near ?? 'UTC', far ?? 'UTC'])
    const isSpring = random.chance(50)
    const day = clockDay(isSpring ? 3 : 11, isSpring ? 2 : 1)
    const open = { date: day, opens: '00:00', closes: '23:30' }
    await db
      .insertInto('special_days')
      .values(open)
      .onConflict((conflict) => conflict.column('date').doUpdateSet(open))
      .execute()
    // An earlier round may have booked the same night.
    await sql`update bookings set status = 'canceled' where facility_day(start_time) = ${day} and status <> 'canceled'`.execute(
      db,
    )
    await sql`update coach_bookings set status = 'canceled' where lesson_date = ${day} and status <> 'canceled'`.execute(
      db,
    )
    const midnight = instantOf(day, '00:00', ZONE).getTime()
    const taken = await allAtOnce(
      random,
      customers.map((person, index) => {
        // Half hours between midnight and five: in spring one hour is not there, in autumn one comes twice.
        const start = new Date(midnight + random.whole(0, 9) * 30 * 60_000).toISOString()
        const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
        const [cage, site] = [random.pick(cages), world.site(index)]
        return () =>
          answers.ask<{ bookings: { id: string; start_time: string; end_time: string }[] }>({
            what: `half an hour at ${start} in ${cage}`,
            trace: sql`select count(*) from bookings where user_id = ${person.id} and cage_id = ${cage} and start_time = ${start} and status <> 'canceled'`,
            send: () =>
              site.request('/api/bookings', {
                json: { bookingDetails: [{ cageId: cage, startTime: start, endTime: end }], totalAmount: 20 },
                cookie: person.cookie,
              }),
          })
      }),
    )
    for (const { body } of taken) {
      for (const { id, start_time, end_time } of body?.bookings ?? []) {
        const range = `${new Date(start_time).getTime()} ${new Date(end_time).getTime()}`
        answers.claim(
          db,
          'a booking is at the moment that was told',
          sql`
          select (extract(epoch from start_time) * 1000)::bigint || ' ' || (extract(epoch from end_time) * 1000)::bigint from bookings where id = ${id}`,
          range,
        )
      }
    }
    const guest = mark()
    await answers.ask({
      what: 'a lesson in the hour that is skipped or comes twice',
      trace: sql`select count(*) from coach_bookings where guest_name = ${guest}`,
      send: () =>
        postLesson(
          world.site(0),
          lesson(coach.id, day, '02:00', {
            as_new_guest: true,
            guest_details: { name: guest, phone: '409 555 0133' },
          }),
          { cookie: desks[0].cookie },
        ),
    })
    const seen = await Promise.all(
      [0, 1].map(async (index) => (await world.site(index).request(`/api/schedule?p_date=${day}`)).text()),
    )
    if (seen[0] !== seen[1])
      answers.found('mismatched', `the schedule of ${day} is not the same in ${near} and ${far}`)
  },
}

/** The Sunday of that count in a month, next year: the clocks of the facility change on it. */
function clockDay(month: number, count: number): string {
  let day = `${new Date().getUTCFullYear() + 1}-${String(month).padStart(2, '0')}-01`
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 0) day = addDays(day, 1)
  return addDays(day, (count - 1) * 7)
}

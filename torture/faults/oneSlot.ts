import { sql } from 'kysely'
import { cageCustomer } from '../../server/features/bookings/changeTestKit.ts'
import { staffOf } from '../../server/features/bookings/staffTestKit.ts'
import { editing, entered } from '../../server/features/camps/editing/editingTestKit.ts'
import { classData } from '../../server/features/classes/editing/editClassesTestKit.ts'
import { guestForm, lesson, postLesson } from '../../server/features/lessons/lessonTestKit.ts'
import { closed, closing } from '../../server/features/settings/closures/closureTestKit.ts'
import { group } from '../../server/test/cageTime.ts'
import { allAtOnce, bookingsOf, type Fault, lessonsOf, mark, type Round } from '../fault.ts'

/** One hour of one cage and one coach, wanted from every entry point at once, through both processes. */
export const oneSlot: Fault = {
  name: 'one-slot',
  about: 'visitor, customer, desk, coach, class, camp, closure, card and moves want one hour at once',
  async round(round) {
    const { world, random, answers } = round
    const wanted = { day: world.freshDay(), cage: random.pick(world.cages) }
    const entries = random.shuffled(await entriesOf(round, wanted)).slice(0, random.whole(4, 14))
    const told = await allAtOnce(random, entries)
    if (!told.includes('yes')) answers.found('mismatched', `nobody got a free hour on ${wanted.day}`)
  },
}

async function entriesOf({ world, random, answers }: Round, { day, cage }: { day: string; cage: string }) {
  const { desks, admin, coach, customers, cages } = world
  const hour = group(cage, day, '17:00', '18:00')
  const times = { start_time: hour.startTime, end_time: hour.endTime }
  const staff = () => staffOf(world.site(random.whole(0, 1)), random.pick([...desks, admin]))
  const people = random.shuffled(customers)
  const [mover, second, third, ...bookers] = people
  if (!mover || !second || !third) throw new Error('there are twelve customers')
  const elsewhere = world.freshDay()
  const moved = await cageCustomer(world.site(0), mover).book(cage, elsewhere, '17:00', '18:00', 30)
  const dragged = await cageCustomer(world.site(1), second).book(
    cages.find((id) => id !== cage) ?? '',
    elsewhere,
    '17:00',
    '18:00',
    30,
  )
  const ask = (what: string, trace: ReturnType<typeof sql>, send: () => Promise<Response>) => async () =>
    (await answers.ask({ what, trace, send })).told

  const byCustomer = bookers.slice(0, 6).map((person, index) => {
    const json = { bookingDetails: [hour], totalAmount: 30 }
    const site = world.site(index)
    return ask(`customer books`, bookingsOf({ user: person.id }, cage, hour.startTime), () =>
      site.request('/api/bookings', { json, cookie: person.cookie }),
    )
  })
  const guest = (what: string, send: (name: string) => Promise<Response>, isLesson = false) => {
    const name = mark()
    return ask(
      what,
      isLesson ? lessonsOf({ guest: name }) : bookingsOf({ guest: name }, cage, hour.startTime),
      () => send(name),
    )
  }
  const [walkInDesk, customerDesk, lessonDesk, dragDesk] = [staff(), staff(), staff(), staff()]
  const [lessonSite, coachSite, cardSite, moveSite, closureSite, planSite] = Array.from({ length: 6 }, () =>
    world.site(random.whole(0, 1)),
  )
  if (!lessonSite || !coachSite || !cardSite || !moveSite || !closureSite || !planSite) throw new Error('six')
  const named = { guest_email: 'guest@example.test', guest_phone: '409 555 0100' }
  const [className, campName, reason] = [mark(), mark(), mark()]
  return [
    ...byCustomer,
    guest('desk books a walk-in', (guest_name) =>
      walkInDesk.post('/api/guest-bookings', { walk_in: true, guest_name, cage_ids: [cage], ...times }),
    ),
    ask('desk books a customer', bookingsOf({ user: third.id }, cage, hour.startTime), () =>
      customerDesk.post(`/api/customers/${third.id}/bookings`, { cage_ids: [cage], ...times }),
    ),
    guest(
      'visitor books a lesson',
      (name) =>
        postLesson(lessonSite, {
          ...lesson(coach.id, day, '17:00', { cage_id: cage }),
          ...guestForm(lessonSite, { guest_details: { name, phone: '409 555 0123' } }),
        }),
      true,
    ),
    guest(
      'coach books a lesson',
      (name) =>
        postLesson(
          coachSite,
          lesson(coach.id, day, '17:00', {
            cage_id: cage,
            as_new_guest: true,
            guest_details: { name, phone: '409 555 0124' },
          }),
          { cookie: coach.person.cookie },
        ),
      true,
    ),
    guest(
      'desk books a lesson',
      (guest_name) =>
        lessonDesk.post('/api/admin/lessons', {
          ...named,
          guest_name,
          coach_id: coach.id,
          cage_id: cage,
          lesson_date: day,
          start_time: '17:00',
          duration_minutes: 60,
        }),
      true,
    ),
    ask('admin makes a class', sql`select count(*) from classes where name = ${className}`, async () => {
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
      const plan = {
        classData: classData({
          name: className,
          coach_id: coach.id,
          cages_reserved: cages.length,
          start_date: day,
          end_date: day,
        }),
        schedules: [{ day_of_week: weekday, start_time: '17:00', end_time: '18:00' }],
      }
      const looked = await planSite.request('/api/admin/classes/preview', {
        json: plan,
        cookie: admin.cookie,
      })
      const { fingerprint = '' } = (await looked.json()) as { fingerprint?: string }
      return planSite.request('/api/admin/classes', { json: { ...plan, fingerprint }, cookie: admin.cookie })
    }),
    ask('admin makes a camp', sql`select count(*) from camps where name = ${campName}`, () =>
      editing(planSite, admin).create(
        entered([day], {
          p_name: campName,
          p_coach_ids: [coach.id],
          p_timeslots: [{ date: day, start_time: '17:00', end_time: '18:00' }],
        }),
      ),
    ),
    ask('admin closes the cage', sql`select count(*) from closures where reason = ${reason}`, () =>
      closing(closureSite, admin).create({ ...closed([cage], day, '17:00', '18:00'), reason }),
    ),
    ask('customer moves there', bookingsOf({ user: mover.id }, cage, hour.startTime), () =>
      cageCustomer(moveSite, mover).move(moved, {
        cage_id: cage,
        start_time: hour.startTime,
        totalAmount: 30,
      }),
    ),
    ask('desk drags there', bookingsOf({ user: second.id }, cage, hour.startTime), () =>
      dragDesk.update(dragged, {
        new_cage_id: cage,
        new_start_time: hour.startTime,
        new_end_time: hour.endTime,
      }),
    ),
  ]
}

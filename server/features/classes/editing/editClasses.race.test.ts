// @module-tag slow

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { refusalOf } from '../../../test/answers.ts'
import { group } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { classData, editing, heldOf, monday, season, sessionsOf, wednesday } from './editClassesTestKit.ts'

let facility: Awaited<ReturnType<typeof startStaffedFacility>>
let admins: ReturnType<typeof editing>[]
let customers: Person[]
beforeAll(async () => {
  facility = await startStaffedFacility()
  const { app, other, admin } = facility
  admins = [editing(app, admin), editing(other, await addPerson(app, { role: 'admin' }))]
  customers = await Promise.all(Array.from({ length: 12 }, () => addPerson(app)))
}, 60_000)
afterAll(() => facility.app.close())

const [one, two] = [
  () => admins[0] as NonNullable<(typeof admins)[0]>,
  () => admins[1] as NonNullable<(typeof admins)[0]>,
]
const codeOf = async (answer: Response) => (answer.ok ? answer.status : (await refusalOf(answer))[1])

test('of two admins who save the same class at the same moment one wins, and the other is told', async () => {
  const { class: made } = await one().made()
  const save = (admin: ReturnType<typeof editing>, schedules: object[]) =>
    admin.update(made.id, { classData: made, schedules, expected_revision: 0 })
  const outcomes = await Promise.all(
    [save(one(), [monday]), save(two(), [wednesday]), one().generate(made.id), two().generate(made.id)].map(
      async (answer) => codeOf(await answer),
    ),
  )
  expect(outcomes.slice(0, 2).sort()).toEqual([200, 'changed_meanwhile'])
  expect(outcomes.slice(2)).toEqual([200, 200])
  expect(await heldOf(facility.app, made.id)).toHaveLength(6)
  await one().removed(made.id)
})

test('who books a session that is just being removed has a session, or no registration', async () => {
  for (const round of [0, 1, 2]) {
    const { class: made } = await one().made({ price: 0, name: `Round ${round}` }, [monday])
    const sessions = await sessionsOf(facility.app, made.id)
    const [saved, ...booked] = await Promise.all([
      two()
        .save(made.id, { schedules: [wednesday] })
        .then(codeOf),
      ...customers.map(async ({ cookie }, index) => {
        const session = sessions[index % sessions.length]?.id ?? ''
        const app = index % 2 ? facility.app : facility.other
        const json = { instanceIds: [session] }
        return {
          session,
          code: await codeOf(await app.request('/api/class-registrations', { json, cookie })),
        }
      }),
    ])
    expect(saved).toBe(200)
    const left = new Map((await sessionsOf(facility.app, made.id)).map(({ id, status }) => [id, status]))
    for (const { session, code } of booked) {
      expect([201, 'class_session_not_found']).toContain(code)
      if (code === 201) expect(left.get(session)).toBe('active')
    }
    const bookedSessions = new Set(booked.flatMap(({ session, code }) => (code === 201 ? [session] : [])))
    expect(await heldOf(facility.app, made.id)).toHaveLength(6 + bookedSessions.size)
    await sql`delete from class_registrations where class_instance_id in (
      select id from class_instances where class_id = ${made.id})`.execute(facility.app.db)
    await one().removed(made.id)
  }
})

test('a season and bookings of the same cages never both have the time, and nothing deadlocks', async () => {
  const coach = await addCoach(facility.app.db)
  const days = Array.from({ length: 6 }, (_, week) => addDays(season.start_date, week * 7))
  const [made, ...booked] = await Promise.all([
    one().create({
      classData: classData({ cages_reserved: 2, coach_id: coach.id }),
      schedules: [monday, wednesday],
    }),
    ...customers.map(({ cookie }, index) => {
      const day = days[index % days.length] ?? ''
      const cage = facility.cage(1 + (index % 3))
      const json = {
        bookingDetails: [group(cage, day, '16:00', '17:00')],
        totalAmount: index % 3 === 2 ? 40 : 30,
      }
      return (index % 2 ? facility.app : facility.other).request('/api/bookings', { json, cookie })
    }),
    ...[1, 2].map(() => two().create({ classData: classData({ name: 'Same' }), schedules: [monday] })),
  ])
  const codes = await Promise.all([made, ...booked].map(codeOf))
  expect(new Set(codes).difference(new Set([201, 'slots_taken', 'class_times_taken']))).toEqual(new Set())
  const { rows } = await sql<{ broken: number }>`
    select count(*)::integer as broken from class_instances session
    where status = 'active' and (
      select count(*) from class_instance_cages where class_instance_id = session.id
    ) <> (select cages_reserved from classes where id = session.class_id)`.execute(facility.app.db)
  expect(rows[0]?.broken).toBe(0)
})

test('a save that fails at its end has changed nothing', async () => {
  const { class: made } = await two().made({ cages_reserved: 0 })
  const before = await sessionsOf(facility.app, made.id)
  // The last thing that a save writes.
  await sql`create function refuse_cages() returns trigger language plpgsql as $$
    begin raise exception 'taken' using errcode = 'exclusion_violation'; end $$`.execute(facility.app.db)
  await sql`create trigger refuse_cages before insert on class_instance_cages
    for each statement execute function refuse_cages()`.execute(facility.app.db)
  try {
    const evening = { ...monday, start_time: '19:00', end_time: '20:00' }
    const answer = await one().save(made.id, {
      classData: { cages_reserved: 1, price: 99 },
      schedules: [evening],
      leave_out: [{ class_date: '2026-12-07', start_time: '19:00' }],
    })
    expect(await refusalOf(answer)).toEqual([409, 'class_preview_changed'])
  } finally {
    await sql`drop trigger refuse_cages on class_instance_cages`.execute(facility.app.db)
  }
  expect(await sessionsOf(facility.app, made.id)).toEqual(before)
  expect(await two().read(made.id)).toEqual(made)
})

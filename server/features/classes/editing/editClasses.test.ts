import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../../../shared/contract/errors.ts'
import type { ClassPlan, ClassRow } from '../../../../shared/contract/programs/staffClasses.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, ZONE } from '../../../test/cageTime.ts'
import { confirmPayment, openPayment, sendCard } from '../../../test/cardPayment.ts'
import { addPerson } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'
import { register } from '../classTestKit.ts'
import {
  classData,
  editing,
  heldOf,
  monday,
  type SavedClass,
  sessionsOf,
  wednesday,
} from './editClassesTestKit.ts'

let facility: Awaited<ReturnType<typeof startStaffedFacility>>
let admin: ReturnType<typeof editing>
beforeAll(async () => {
  facility = await startStaffedFacility()
  admin = editing(facility.app, facility.admin)
})
afterAll(() => facility.app.close())

const db = () => facility.app.db
const rowsOf = (table: 'classes' | 'class_instances') =>
  db()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
const sessionOf = async (classId: string, date: string) => {
  const found = (await sessionsOf(facility.app, classId)).find(({ class_date }) => class_date === date)
  if (!found) throw new Error(`no session on ${date}`)
  return found.id
}
/** A guest has a cage; how they give it back. */
async function taken(cage: number, day: string, from = '16:00', to = '17:00') {
  const { cageId, startTime, endTime } = group(facility.cage(cage), day, from, to)
  const { id } = await db()
    .insertInto('bookings')
    .values({
      ...{ cage_id: cageId, guest_name: 'Gil Guest', guest_email: 'gil@example.test', total_cost: '30.00' },
      ...{ start_time: startTime, end_time: endTime },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return () => db().deleteFrom('bookings').where('id', '=', id).execute()
}
const conflictsOf = async (answer: Response) =>
  (await bodyOf<Problem & { details: { sessions: ClassPlan } }>(answer)).details.sessions

describe('a season (create-class)', () => {
  test('is there with every session, in the same cage, at its wall time on both sides of a clock change', async () => {
    const coach = await addCoach(db())
    const data = { coach_id: coach.id, start_date: '2027-03-08', end_date: '2027-03-21' }
    const made = await admin.made(data)
    expect(made).toMatchObject({
      count: 4,
      class: { revision: 0, coach_profile: { full_name: 'Casey Coach' } },
    })
    const ledger = await sql<{ starts: Date }>`
      select lower(during) as starts from occupancy
      where class_instance_id = any(${(await sessionsOf(facility.app, made.class.id)).map(({ id }) => id)})
        and cage_id is not null order by 1`.execute(db())
    const days = ['2027-03-08', '2027-03-10', '2027-03-15', '2027-03-17']
    expect(ledger.rows.map(({ starts }) => starts)).toEqual(days.map((day) => instantOf(day, '16:00', ZONE)))
    const sessions = await sessionsOf(facility.app, made.class.id)
    expect(new Set(sessions.map(({ cage }) => cage))).toEqual(new Set(['Cage 1']))
    expect(sessions.every(({ coach_id }) => coach_id === coach.id)).toBe(true)
    await admin.removed(made.class.id)
  })

  test('keeps to the cage that is free on most dates, and takes as many cages as the class needs', async () => {
    const giveBack = await taken(1, '2026-12-02')
    const { class: made, sessions } = await admin.made({ cages_reserved: 2 })
    expect(sessions.added).toHaveLength(12)
    expect(new Set(sessions.added.map(({ cages }) => cages.join(' ')))).toEqual(new Set(['Cage 2 Cage 3']))
    await admin.removed(made.id)
    await giveBack()
  })

  test('has no session on a special day on which the facility is closed, nor while every cage is closed', async () => {
    await db().insertInto('special_days').values({ date: '2026-12-07', reason: 'Staff party' }).execute()
    const { startTime, endTime } = group('', '2026-12-09', '00:00', '23:30')
    const closure = await db()
      .insertInto('closures')
      .values({ reason: 'Floor', start_time: startTime, end_time: endTime })
      .returning('id')
      .executeTakeFirstOrThrow()
    const cages = [1, 2, 3].map((number) => ({ closure_id: closure.id, cage_id: facility.cage(number) }))
    await db().insertInto('closure_cages').values(cages).execute()
    await expect
      .poll(async () => {
        const answer = await admin.preview({ classData: classData(), schedules: [monday, wednesday] })
        return (await bodyOf<ClassPlan>(answer)).closed
      })
      .toMatchObject([{ class_date: '2026-12-07' }, { class_date: '2026-12-09' }])
    const { class: made } = await admin.made()
    expect(await heldOf(facility.app, made.id)).toHaveLength(10)

    await db().deleteFrom('closures').where('id', '=', closure.id).execute()
    await db().deleteFrom('special_days').where('date', '=', '2026-12-07').execute()
    // The two days may be heard of as open one after the other, and then be added one at a time.
    await expect
      .poll(async () => {
        await bodyOf<SavedClass>(admin.generate(made.id))
        return heldOf(facility.app, made.id)
      })
      .toHaveLength(12)
    expect((await bodyOf<SavedClass>(admin.generate(made.id))).count).toBe(0)
    await admin.removed(made.id)
  })

  test('is refused as a whole with what is in the way and what would be free', async () => {
    const coach = await addCoach(db(), { name: 'Dana Diamond' })
    const other = await admin.made({ name: 'Other', coach_id: coach.id, cages_reserved: 0 }, [wednesday])
    const giveBack = await Promise.all([1, 2, 3].map((number) => taken(number, '2026-12-14')))
    const before = await rowsOf('class_instances')
    const wanted = { classData: classData({ coach_id: coach.id }), schedules: [monday, wednesday] }
    const answer = await admin.create(wanted)
    expect(answer.status).toBe(409)
    const { conflicts, free_starts, added } = await conflictsOf(answer)
    expect(conflicts).toHaveLength(7)
    expect(conflicts.find(({ class_date }) => class_date === '2026-12-14')).toMatchObject({
      ...{ cages_needed: 1, cages_free: 0, coach_taken: false },
      taken_by: [
        { place: 'Cage 1', kind: 'guest_booking', name: 'Gil Guest', start_time: '16:00', end_time: '17:00' },
        { place: 'Cage 2' },
        { place: 'Cage 3' },
      ],
    })
    expect(conflicts[0]).toMatchObject({
      coach_taken: true,
      taken_by: [{ place: 'Dana Diamond', kind: 'class', name: 'Other' }],
    })
    expect(free_starts).toEqual([
      { day_of_week: 1, start_time: '16:00', free: ['17:00', '17:30', '18:00'] },
      { day_of_week: 3, start_time: '16:00', free: ['17:00', '17:30', '18:00'] },
    ])
    expect(added).toHaveLength(5)
    expect(await rowsOf('class_instances')).toEqual(before)

    const leave_out = conflicts.map(({ class_date, start_time }) => ({ class_date, start_time }))
    const made = await bodyOf<SavedClass>(admin.create({ ...wanted, leave_out }))
    expect(made).toMatchObject({ count: 5, class: { left_out: { length: 7 } } })
    await Promise.all(giveBack.map((give) => give()))
    await admin.removed(other.class.id)
    await admin.removed(made.class.id)
  })

  test('is made once, however often the request is repeated', async () => {
    const [request, key] = [{ classData: classData(), schedules: [monday] }, randomUUID()]
    const first = await bodyOf<SavedClass>(admin.create(request, key))
    expect(await bodyOf(admin.create(request, key))).toEqual(first)
    await admin.removed(first.class.id)
  })

  test.each<[string, object, object[], number, string]>([
    ['a class without a name', { name: ' ' }, [monday], 400, 'invalid_input'],
    ['a price of parts of a cent', { price: 10.001 }, [monday], 400, 'invalid_input'],
    ['a price below zero', { price: -1 }, [monday], 400, 'invalid_input'],
    ['no spots', { max_spots: 0 }, [monday], 400, 'invalid_input'],
    ['half a cage', { cages_reserved: 0.5 }, [monday], 400, 'invalid_input'],
    ['a day that is none', { start_date: '2026-02-30' }, [monday], 400, 'invalid_input'],
    ['a weekday that is none', {}, [{ ...monday, day_of_week: 7 }], 400, 'invalid_input'],
    ['a time that is none', {}, [{ ...monday, start_time: '24:00' }], 400, 'invalid_input'],
    ['an end before the start', { end_date: '2026-11-29' }, [monday], 400, 'class_dates_backwards'],
    [
      'a line that ends before it begins',
      {},
      [{ ...monday, end_time: '15:00' }],
      400,
      'class_schedule_invalid',
    ],
    [
      'lines that overlap',
      {},
      [monday, { ...monday, start_time: '16:30', end_time: '17:30' }],
      400,
      'class_schedule_invalid',
    ],
    ['three years', { end_date: '2029-11-30' }, [monday], 400, 'class_too_long'],
    ['an unknown coach', { coach_id: randomUUID() }, [monday], 404, 'coach_not_found'],
    [
      'a time that the clocks skip',
      { start_date: '2027-03-14', end_date: '2027-03-14' },
      [{ day_of_week: 0, start_time: '02:30', end_time: '03:30' }],
      409,
      'class_time_skipped',
    ],
  ])('refuses %s and saves nothing', async (_what, data, schedules, status, code) => {
    const before = await Promise.all([rowsOf('classes'), rowsOf('class_instances')])
    const answer = await admin.create({ classData: classData(data), schedules })
    expect(await refusalOf(answer)).toEqual([status, code])
    expect(await Promise.all([rowsOf('classes'), rowsOf('class_instances')])).toEqual(before)
  })

  test('refuses a coach who is not active, but lets a class keep one', async () => {
    const coach = await addCoach(db(), { active: false })
    const answer = await admin.create({ classData: classData({ coach_id: coach.id }), schedules: [] })
    expect(await refusalOf(answer)).toEqual([409, 'class_coach_inactive'])
    const { class: made } = await admin.made({}, [])
    await db().updateTable('classes').set({ coach_id: coach.id }).where('id', '=', made.id).execute()
    expect((await admin.save(made.id, { classData: { price: 30 } })).status).toBe(200)
  })
})

describe('saving again (update-class, preview-class, generate-class-instances)', () => {
  test('adds, keeps and removes by the new schedule, and keeps what has registrations', async () => {
    const { class: made } = await admin.made()
    const booked = await sessionOf(made.id, '2026-12-07')
    await register(db(), booked, { userId: facility.customer.id })
    const friday = { day_of_week: 5, start_time: '18:00', end_time: '19:00' }
    const body = { classData: made, schedules: [wednesday, friday] }
    const plan = await bodyOf<ClassPlan>(admin.preview({ classId: made.id, ...body }))
    expect(plan).toMatchObject({
      added: { length: 6 },
      kept: { length: 6 },
      removed: { length: 5 },
      changed: [],
    })
    expect(plan.outside).toEqual([
      {
        class_date: '2026-12-07',
        start_time: '16:00',
        end_time: '17:00',
        class_instance_id: booked,
        people: 1,
      },
    ])
    expect(await heldOf(facility.app, made.id)).toHaveLength(12)

    const saved = await admin.saved(made.id, { schedules: body.schedules, fingerprint: plan.fingerprint })
    expect(saved).toMatchObject({ count: 12, class: { revision: 1 }, sessions: { outside: [{ people: 1 }] } })
    expect(await heldOf(facility.app, made.id)).toContain('2026-12-07 16:00')
    expect(await heldOf(facility.app, made.id)).toHaveLength(13)
    const again = await bodyOf<SavedClass>(admin.generate(made.id))
    expect(again).toMatchObject({ count: 0, class: { revision: 1 }, sessions: { added: [], removed: [] } })
    await admin.saved(made.id, { schedules: [] })
  })

  test('moves sessions with registrations to the new time where that is chosen, and tells each person once', async () => {
    const parent = await addPerson(facility.app, { name: 'Pia Parent' })
    await addChild(db(), [parent], { name: 'Mia' })
    const { class: made } = await admin.made({ name: 'Moved' })
    const [first, second] = [await sessionOf(made.id, '2026-12-07'), await sessionOf(made.id, '2026-12-14')]
    for (const session of [first, second]) {
      await register(db(), session, { userId: parent.id })
      await register(db(), session)
    }
    const schedules = [{ ...monday, start_time: '16:30', end_time: '17:30' }, wednesday]
    const kept = await bodyOf<ClassPlan>(admin.preview({ classId: made.id, classData: made, schedules }))
    expect(kept).toMatchObject({ movable: 2, outside: { length: 2 }, people_told: 0 })
    const change = { schedules, registered_sessions: 'move', message: 'The camp needs the cage.' }
    const saved = await admin.saved(made.id, change)
    expect(saved.sessions).toMatchObject({ people_told: 4, changed: { length: 2 }, outside: [] })
    expect(await heldOf(facility.app, made.id)).toHaveLength(12)
    const moved = await db()
      .selectFrom('class_instances')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirst()
    expect(moved).toMatchObject({ start_time: '16:30:00', moved_from_date: null })
    const told = await db()
      .selectFrom('outbox')
      .select(['to_email', 'data'])
      .where('template', '=', 'class-changed')
      .where('dedupe_key', 'like', `class-changed:${made.id}:%`)
      .execute()
    expect(told.map(({ to_email }) => to_email)).toEqual([parent.email])
    expect(told[0]?.data).toMatchObject({
      note: 'The camp needs the cage.',
      sessions: [
        { day: 'Mon, Dec 7', time: '4:30–5:30 PM', previous: '4:00–5:00 PM' },
        { day: 'Mon, Dec 14' },
      ],
    })
  })

  test('moves a session within its own cage, though another one is as free and comes first', async () => {
    const thursday = { day_of_week: 4, start_time: '16:00', end_time: '17:00' }
    const giveBack = await taken(1, '2026-12-03')
    const { class: made } = await admin.made({ name: 'Keeps its cage' }, [thursday])
    const session = await sessionOf(made.id, '2026-12-03')
    await giveBack()
    await register(db(), session)
    const schedules = [{ ...thursday, start_time: '16:30', end_time: '17:30' }]
    await admin.saved(made.id, { schedules, registered_sessions: 'move' })
    const [moved] = await sessionsOf(facility.app, made.id)
    expect(moved).toMatchObject({ id: session, start_time: '16:30:00', cage: 'Cage 2' })
  })

  test('moves no session while someone pays for its time', async () => {
    const buyer = await addPerson(facility.app)
    const evening = { day_of_week: 4, start_time: '19:00', end_time: '20:00' }
    const { class: made } = await admin.made({ name: 'Paid for' }, [evening])
    const instanceIds = [await sessionOf(made.id, '2026-12-03')]
    const opened = await openPayment(facility.app, buyer.cookie, { instanceIds, amount: 2500 })
    const schedules = [{ ...evening, start_time: '19:30', end_time: '20:30' }]
    const move = { schedules, registered_sessions: 'move' }
    expect(await refusalOf(await admin.save(made.id, move))).toEqual([409, 'class_session_in_checkout'])
    await sendCard(facility.app, opened)
    await confirmPayment(facility.app, buyer.cookie, opened)
    expect((await admin.saved(made.id, move)).sessions).toMatchObject({ people_told: 1 })
  })

  test('gives the class another coach, tells who is registered unless told not to, and leaves a stand-in alone', async () => {
    const [before, after, standIn] = [
      await addCoach(db()),
      await addCoach(db(), { name: 'Nia New' }),
      await addCoach(db()),
    ]
    const evening = { day_of_week: 2, start_time: '19:00', end_time: '20:00' }
    const { class: made } = await admin.made({ coach_id: before.id }, [evening])
    const [booked, byOther] = [await sessionOf(made.id, '2026-12-01'), await sessionOf(made.id, '2026-12-08')]
    await register(db(), booked, { userId: facility.customer.id })
    await db()
      .updateTable('class_instances')
      .set({ coach_id: standIn.id })
      .where('id', '=', byOther)
      .execute()
    const quiet = await admin.saved(made.id, { classData: { coach_id: after.id }, tell: false })
    expect(quiet.sessions.changed).toHaveLength(5)
    const coaches = (await sessionsOf(facility.app, made.id)).map(({ coach_id }) => coach_id)
    expect(coaches.filter((id) => id === after.id)).toHaveLength(5)
    expect(coaches[1]).toBe(standIn.id)
    const messages = () =>
      db()
        .selectFrom('outbox')
        .select('data')
        .where('dedupe_key', 'like', `class-changed:${made.id}:%`)
        .execute()
    expect(await messages()).toEqual([])
    await admin.saved(made.id, { classData: { coach_id: before.id } })
    expect(await messages()).toMatchObject([
      { data: { sessions: [{ previous: '', coach: 'with Casey Coach' }] } },
    ])
  })

  test('leaves alone what staff did to single sessions: canceled, moved, deleted, left out', async () => {
    const line = { day_of_week: 4, start_time: '16:00', end_time: '17:00' }
    const { class: made } = await admin.made({ end_date: '2027-01-17' }, [line])
    const session = (date: string) => sessionOf(made.id, date)
    const [canceled, moved, deleted] = [
      await session('2026-12-03'),
      await session('2026-12-10'),
      await session('2026-12-17'),
    ]
    await db().updateTable('class_instances').set({ status: 'canceled' }).where('id', '=', canceled).execute()
    await db()
      .updateTable('class_instances')
      .set({ class_date: '2026-12-11', start_time: '18:00', end_time: '19:00' })
      .where('id', '=', moved)
      .execute()
    await db().deleteFrom('class_instances').where('id', '=', deleted).execute()
    const leave_out = [{ class_date: '2026-12-24', start_time: '16:00' }]
    const { sessions, class: saved } = await admin.saved(made.id, { leave_out })
    expect(sessions).toMatchObject({
      added: [],
      canceled: [{ class_date: '2026-12-03' }],
      left_out: [{ class_date: '2026-12-17' }, { class_date: '2026-12-24' }],
      removed: [{ class_date: '2026-12-24' }],
    })
    expect(saved.left_out).toEqual([{ class_date: '2026-12-17', start_time: '16:00' }, ...leave_out])
    expect(await heldOf(facility.app, made.id)).toEqual([
      '2026-12-11 18:00',
      '2026-12-31 16:00',
      '2027-01-07 16:00',
      '2027-01-14 16:00',
    ])
    const back = await admin.saved(made.id, { put_back: saved.left_out })
    expect(back.sessions.added).toHaveLength(2)
    expect(back.class.left_out).toEqual([])
  })

  test('keeps a session that someone canceled their spot in as a canceled one, which comes back with the schedule', async () => {
    const { class: made } = await admin.made({ name: 'History' }, [
      { ...monday, start_time: '19:00', end_time: '20:00' },
    ])
    const session = await sessionOf(made.id, '2026-12-07')
    await register(db(), session, { userId: facility.customer.id, status: 'canceled' })
    await admin.saved(made.id, { schedules: [] })
    expect(await sessionsOf(facility.app, made.id)).toMatchObject([
      { id: session, status: 'canceled', off_schedule: true },
    ])
    await admin.saved(made.id, { schedules: [{ ...monday, start_time: '19:00', end_time: '20:00' }] })
    expect((await sessionsOf(facility.app, made.id)).find(({ id }) => id === session)).toMatchObject({
      status: 'active',
      off_schedule: false,
      cage: expect.stringContaining('Cage'),
    })
    await admin.saved(made.id, { schedules: [] })
  })

  test('does not touch sessions that have begun, nor lower the spots below what is taken', async () => {
    const today = { day_of_week: 6, start_time: '11:00', end_time: '13:00' }
    const { class: made } = await admin.made({ max_spots: 2 }, [
      { day_of_week: 5, start_time: '20:00', end_time: '21:00' },
    ])
    await db()
      .insertInto('class_instances')
      .values({
        class_id: made.id,
        class_date: '2026-11-21',
        start_time: today.start_time,
        end_time: today.end_time,
      })
      .execute()
    const session = await sessionOf(made.id, '2026-12-04')
    await register(db(), session)
    await register(db(), session)
    const answer = await admin.save(made.id, { classData: { max_spots: 1 } })
    const { code, message, details } = await bodyOf<Problem>(answer)
    expect({ code, message }).toEqual({
      code: 'class_spots_taken',
      message: '2 people have a spot on Fri, Dec 4. The maximum cannot be lower than that.',
    })
    expect(details).toMatchObject({ most_taken: 2, sessions: [{ class_date: '2026-12-04', people: 2 }] })
    await admin.saved(made.id, { schedules: [] })
    expect(await heldOf(facility.app, made.id)).toEqual(['2026-11-21 11:00', '2026-12-04 20:00'])
  })

  test('refuses an older revision with what the class is now, and another outcome than was confirmed', async () => {
    const { class: made } = await admin.made({}, [])
    const request = (changes: object) =>
      admin.update(made.id, { classData: made, schedules: [], expected_revision: 0, ...changes })
    expect((await request({ classData: { ...made, price: 40 } })).status).toBe(200)
    const late = await request({})
    expect(await bodyOf<Problem>(late)).toMatchObject({
      code: 'changed_meanwhile',
      details: { class: { price: 40, revision: 1 } },
    })
    const stale = await request({ expected_revision: 1, fingerprint: 'of another plan' })
    expect(await refusalOf(stale)).toEqual([409, 'class_preview_changed'])
    expect(
      await refusalOf(
        await admin.update(randomUUID(), { classData: made, schedules: [], expected_revision: 0 }),
      ),
    ).toEqual([404, 'class_not_found'])
  })
})

describe('a class (get-class-admin)', () => {
  test('is deleted with its sessions while nobody has registered, and ended afterwards (delete-class)', async () => {
    const { class: made } = await admin.made()
    const { class: used } = await admin.made({ name: 'Used' }, [
      { ...monday, start_time: '17:30', end_time: '18:30' },
    ])
    await register(db(), await sessionOf(used.id, '2026-12-07'), { status: 'canceled' })
    expect((await admin.delete(made.id)).status).toBe(200)
    expect(await sessionsOf(facility.app, made.id)).toEqual([])
    expect(await refusalOf(await admin.get(made.id))).toEqual([404, 'class_not_found'])
    expect(await refusalOf(await admin.delete(used.id))).toEqual([409, 'class_in_use'])
    const { sessions } = await admin.saved(used.id, { classData: { end_date: '2026-12-08' } })
    expect(sessions.removed).toHaveLength(4)
  })

  test('is found by name, coach and age group, page by page (list-classes-admin)', async () => {
    const coach = await addCoach(db(), { name: 'Zoë Zimmer' })
    const names = ['Zzz Catching A', 'Zzz Catching B', 'Zzz Catching C']
    for (const name of names)
      await admin.made({ name, coach_id: coach.id, cages_reserved: 0, age_group: '12-14 years' }, [])
    const old = { name: 'Zzz Old', start_date: '2026-01-05', end_date: '2026-03-01', coach_id: coach.id }
    await admin.made(old, [monday])
    const page = (query: string) => bodyOf<{ items: ClassRow[]; cursor: string | null }>(admin.list(query))
    const first = await page('?search_query=zoe%20catch&page_size=2')
    expect(first.items.map(({ name }) => name)).toEqual(names.slice(0, 2))
    const second = await page(`?search_query=zoe%20catch&page_size=2&cursor=${first.cursor}`)
    expect(second.items.map(({ name }) => name)).toEqual(names.slice(2))
    expect((await page('?search_query=12-14&show=current')).items).toHaveLength(3)
    expect((await page('?search_query=zzz&show=ended')).items).toMatchObject([
      { name: 'Zzz Old', has_ended: true, sessions_left: 0, next_session: null, coach_name: 'Zoë Zimmer' },
    ])
    expect(await refusalOf(await admin.list('?cursor=abc'))).toEqual([400, 'cursor_invalid'])
  })

  test('is seen by the desk and edited by admins; nobody else sees or changes one', async () => {
    const { class: made } = await admin.made({}, [])
    const coach = await addPerson(facility.app, { role: 'coach' })
    const body = { classData: classData(), schedules: [] }
    const statusesOf = async (cookie: string) => {
      const as = editing(facility.app, { cookie })
      const answers = [
        await as.list(),
        await as.get(made.id),
        await as.preview(body),
        await as.create(body),
        await as.update(made.id, { ...body, expected_revision: 0 }),
        await as.generate(made.id),
        await as.delete(randomUUID()),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statusesOf('')).toEqual([401, 401, 401, 401, 401, 401, 401])
    expect(await statusesOf(facility.customer.cookie)).toEqual([403, 403, 403, 403, 403, 403, 403])
    expect(await statusesOf(coach.cookie)).toEqual([403, 403, 403, 403, 403, 403, 403])
    expect(await statusesOf(facility.desk.cookie)).toEqual([200, 200, 403, 403, 403, 403, 403])
    expect(await statusesOf(facility.admin.cookie)).toEqual([200, 200, 200, 201, 200, 200, 404])
  })
})

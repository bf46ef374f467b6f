import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CoachSession } from '../../../shared/contract/messages/reminders.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addGuestRegistration } from '../camps/campTestKit.ts'
import { addClass, addSession, register } from '../classes/classTestKit.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { reminding } from './reminderTestKit.ts'

const today = facilityDay(new Date(), ZONE)
const DAY = addDays(today, 3)

let app: TestApp
let cage: string
let desk: Person
let casey: { account: Person; coach: TestCoach; writes: ReturnType<typeof reminding> }
let robin: typeof casey
let mom: Person
let dad: Person
let mia: string

beforeAll(async () => {
  app = await startTestApp()
  ;[cage = ''] = await addCages(app.db, 1)
  ;[desk, mom, dad] = await Promise.all([
    addPerson(app, { role: 'desk', name: 'Dana Desk' }),
    addPerson(app, { name: 'Morgan Mom' }),
    addPerson(app, { name: 'Drew Dad' }),
  ])
  mia = await addChild(app.db, [mom, dad], { name: 'Mia Mom' })
  casey = await addCoachAccount(app, 'Casey Coach')
  robin = await addCoachAccount(app, 'Robin Coach')
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('outbox').execute())

async function addCoachAccount(to: TestApp, name: string) {
  const account = await addPerson(to, { role: 'coach', name })
  return { account, coach: await addCoach(to.db, { name, person: account }), writes: reminding(to, account) }
}

/** Days on which no coach is taken yet. */
let days = 2
const freshDay = () => addDays(today, ++days)

/** A session with Mia, whose parents are told, and a guest who left an address. */
async function session(coachId: string | undefined, day = freshDay()): Promise<string> {
  const id = await addSession(app.db, await addClass(app.db), day, coachId ? { coachId } : {})
  await app.db
    .insertInto('class_registrations')
    .values([
      { class_instance_id: id, user_id: mom.id, participant_id: mia },
      {
        ...{ class_instance_id: id, guest_name: 'Gwen Guest', guest_email: 'gwen@guests.test' },
        guest_phone: '+14095550142',
      },
      { class_instance_id: id, guest_name: 'Paula Phone', guest_email: null, guest_phone: '+14095550143' },
    ])
    .execute()
  return id
}

async function lessonWith(coach_id: string): Promise<string> {
  const { id } = await app.db
    .insertInto('coach_bookings')
    .values({
      ...{ coach_id, cage_id: cage, customer_type: 'user', customer_id: dad.id, booked_by_coach: true },
      ...{ lesson_date: freshDay(), start_time: '16:00', end_time: '17:00' },
      ...{ duration_minutes: 60, coach_rate: '50', cage_cost: '30' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const queued = () => app.db.selectFrom('outbox').selectAll().orderBy('to_email').execute()

describe('a coach writes', () => {
  test('to everybody of an own class session: each household once, signed, in the audit log, and without contacts', async () => {
    const id = await session(casey.coach.id)
    const audience = await casey.writes.readAudience('class', id)
    expect(audience.recipients.map(({ name, email }) => [name, email]).toSorted()).toEqual([
      ['Drew Dad', null],
      ['Gwen Guest', null],
      ['Morgan Mom', null],
    ])
    expect(audience.unreachable).toMatchObject([
      { name: 'Paula Phone', phone: expect.stringMatching(/•.*0143$/) },
    ])
    const preview = await bodyOf<{ text: string }>(casey.writes.preview('class', id))
    expect(preview.text).toContain('Please knock.\n\nCasey Coach')

    const { run_id } = await bodyOf<{ run_id: string }>(casey.writes.message('class', id))
    const mails = await queued()
    expect(mails.map(({ to_email }) => to_email)).toEqual([dad.email, mom.email, 'gwen@guests.test'].sort())
    expect(mails[0]?.data).toMatchObject({ message: 'Please knock.\n\nCasey Coach' })
    const { run, recipients, unreachable } = await casey.writes.readRun(run_id)
    expect(run).toMatchObject({ text: 'Please knock.', created_by: 'Casey Coach', total: 3 })
    expect(recipients.map(({ email }) => email)).toEqual([null, null, null])
    for (const { phone } of [...recipients, ...unreachable]) expect(phone ?? '•').toContain('•')
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'description'])
      .where('record_id', '=', run_id)
      .executeTakeFirst()
    expect(entry).toMatchObject({
      user_id: casey.account.id,
      description: expect.stringMatching(/^Message to 3: Hitting Basics/),
    })
  })

  test('to a camp and to the customer of a lesson; what the mail server says of an address stays with the desk', async () => {
    const camp = await addCamp(app.db, {
      timeslots: [],
      coachIds: [casey.coach.id],
      start_date: DAY,
      end_date: DAY,
    })
    await app.db.insertInto('camp_registrations').values({ camp_id: camp.id, user_id: mom.id }).execute()
    expect((await casey.writes.message('camp', camp.id)).status).toBe(200)
    const lesson = await lessonWith(casey.coach.id)
    const { run_id } = await bodyOf<{ run_id: string }>(casey.writes.message('lesson', lesson))
    await app.db
      .updateTable('outbox')
      .set({ status: 'failed', last_error: `550 <${dad.email}> unknown` })
      .where('to_email', '=', dad.email)
      .execute()
    const { recipients } = await casey.writes.readRun(run_id)
    expect(recipients).toMatchObject([
      { name: 'Drew Dad', email: null, status: 'failed', error: 'The mail could not be delivered.' },
    ])
    expect((await reminding(app, desk).readRun(run_id)).recipients[0]?.error).toContain(dad.email)
  })

  test('and takes it back before anything goes out', async () => {
    const id = await session(casey.coach.id)
    const { undo } = await bodyOf<{ undo: { id: string } }>(casey.writes.message('class', id))
    expect((await robin.writes.undo(undo.id)).status).toBe(404)
    expect((await casey.writes.undo(undo.id)).status).toBe(200)
    expect(await queued()).toEqual([])
  })

  test('and is asked before the same goes out twice', async () => {
    const id = await session(casey.coach.id)
    await casey.writes.message('class', id)
    expect(await refusalOf(await casey.writes.message('class', id))).toEqual([409, 'reminder_sent_today'])
  })
})

describe('a coach does not write', () => {
  test('to what is another coach’s or nobody’s, which looks like what does not exist', async () => {
    const camp = await addCamp(app.db, { timeslots: [], coachIds: [robin.coach.id] })
    await addGuestRegistration(app.db, camp)
    const time = { start_time: `${DAY}T22:00:00Z`, end_time: `${DAY}T23:00:00Z`, total_cost: '30' }
    const booking = await app.db
      .insertInto('bookings')
      .values({ ...time, cage_id: cage, user_id: mom.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const foreign = [
      ['class', await session(robin.coach.id), 'class_session_not_found'],
      ['class', await session(undefined), 'class_session_not_found'],
      ['camp', camp.id, 'camp_not_found'],
      ['lesson', await lessonWith(robin.coach.id), 'lesson_not_found'],
      ['booking', booking.id, 'booking_not_found'],
    ] as const
    for (const [about, id, code] of foreign) {
      const answers = [
        await casey.writes.message(about, id),
        await casey.writes.preview(about, id),
        await casey.writes.audience(about, id),
      ]
      for (const answer of answers) expect(await refusalOf(answer)).toEqual([404, code])
    }
    expect(await queued()).toEqual([])
  })

  test('reminders, and reads neither what the desk wrote nor, once off the session, what was written', async () => {
    const id = await session(casey.coach.id)
    expect((await casey.writes.session(id)).status).toBe(403)
    const ofDesk = await bodyOf<{ run_id: string }>(reminding(app, desk).message('class', id))
    const own = await bodyOf<{ run_id: string }>(
      casey.writes.message('class', id, { subject: 'Bring gloves' }),
    )
    expect((await casey.writes.readAudience('class', id)).earlier.map(({ run_id }) => run_id)).toEqual([
      own.run_id,
    ])
    expect((await casey.writes.run(ofDesk.run_id)).status).toBe(404)
    await app.db
      .updateTable('class_instances')
      .set({ coach_id: robin.coach.id })
      .where('id', '=', id)
      .execute()
    expect((await casey.writes.run(own.run_id)).status).toBe(404)
    expect((await robin.writes.run(own.run_id)).status).toBe(404)
  })

  test('more than thirty times in an hour; refused attempts on others’ sessions leave the desk its own', async () => {
    const limited = await startTestApp({ settings: { RATE_LIMITS: 'true' } })
    onTestFinished(() => limited.close())
    const busy = await addCoachAccount(limited, 'Busy Coach')
    const front = reminding(limited, await addPerson(limited, { role: 'desk' }))
    const [own, foreign] = await Promise.all(
      [busy.coach.id, undefined].map(async (coachId) => {
        const id = await addSession(limited.db, await addClass(limited.db), DAY, coachId ? { coachId } : {})
        await register(limited.db, id)
        return id
      }),
    )
    const ids = await Promise.all(
      ['09:00', '10:00'].map(async (from) =>
        addSession(limited.db, await addClass(limited.db), DAY, {
          ...{ from, to: `${from.slice(0, 2)}:45`, coachId: busy.coach.id },
        }),
      ),
    )
    for (let n = 0; n < 25; n += 1)
      expect((await busy.writes.message('class', foreign ?? '')).status).toBe(404)
    expect((await front.message('class', foreign ?? '')).status).not.toBe(429)
    for (let n = 0; n < 30; n += 1) {
      const id = [own, ...ids][n % 3] ?? ''
      expect((await busy.writes.message('class', id, { text: `No. ${n}` })).status).not.toBe(429)
    }
    const refused = await busy.writes.message('class', own ?? '', { text: 'Once more' })
    expect(await refusalOf(refused)).toEqual([429, 'too_many_requests'])
  })
})

describe('list-coach-sessions', () => {
  const listed = (person: Person) => app.request('/api/coach/sessions', { cookie: person.cookie })

  test('has the coach’s coming sessions and camps with how many take part, the soonest first', async () => {
    const kim = await addCoachAccount(app, 'Kim Coach')
    const days = [addDays(today, 1), addDays(today, 8)]
    const camp = await addCamp(app.db, {
      timeslots: days.map((date) => ({ date, start_time: '09:00', end_time: '12:00' })),
      coachIds: [kim.coach.id],
      name: 'Spring Camp',
      start_date: addDays(today, 1),
      end_date: addDays(today, 8),
    })
    await addGuestRegistration(app.db, camp)
    const id = await session(kim.coach.id, addDays(today, 2))
    await register(app.db, id, { status: 'canceled' })
    await session(kim.coach.id, addDays(today, -1))
    await session(kim.coach.id, addDays(today, 61))
    await addSession(app.db, await addClass(app.db), DAY, { coachId: kim.coach.id, status: 'canceled' })
    const off = await addCamp(app.db, {
      timeslots: [],
      coachIds: [kim.coach.id],
      start_date: DAY,
      end_date: DAY,
    })
    await app.db.updateTable('camps').set({ called_off_at: new Date() }).where('id', '=', off.id).execute()
    const sessions = await bodyOf<CoachSession[]>(listed(kim.account))
    expect(
      sessions.map(({ about, about_id, name, registered }) => [about, about_id, name, registered]),
    ).toEqual([
      ['camp', camp.id, 'Spring Camp', 1],
      ['class', id, 'Hitting Basics', 3],
    ])
    // Two days a week apart, not all eight.
    expect(sessions[0]?.title).toMatch(/^Spring Camp, \w{3}, \w{3} \d+ and /)
    expect(sessions[1]?.title).toMatch(/^Hitting Basics, .*4:00–5:00 PM$/)
  })

  test('is only for coaches with a profile', async () => {
    const [admin, unset] = await Promise.all([
      addPerson(app, { role: 'admin' }),
      addPerson(app, { role: 'coach' }),
    ])
    for (const person of [mom, desk, admin]) expect((await listed(person)).status).toBe(403)
    expect((await app.request('/api/coach/sessions')).status).toBe(401)
    expect(await refusalOf(await listed(unset))).toEqual([404, 'coach_not_found'])
  })
})

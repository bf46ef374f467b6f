import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { deadlocks, lockWaits } from '../../test/lockWaits.ts'
import { openMailServer, type TestMailServer } from '../../test/mailServer.ts'
import { letUndoTimePass } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, type TestCamp } from '../camps/campTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { reminding } from './reminderTestKit.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const today = facilityDay(new Date(), ZONE)
const FIRST = addDays(today, 3)

interface CampAnswer {
  run_id: string
  summary: { total: number; successful: number; failed: number; daysUntilCamp: number }
  results: { email: string; success: boolean | null; error: string | null }[]
  undo: { id: string }
}

let mailServer: TestMailServer
let app: TestApp
let desk: Person
let cages: string[]
let mom: Person
let dad: Person
let staff: ReturnType<typeof reminding>

beforeAll(async () => {
  mailServer = await openMailServer()
  app = await startTestApp({ settings: { SMTP_URL: mailServer.url } })
  ;[desk, mom, dad] = await Promise.all([
    addPerson(app, { role: 'desk', name: 'Dana Desk' }),
    addPerson(app, { name: 'Morgan Mom' }),
    addPerson(app, { name: 'Drew Dad' }),
  ])
  cages = await addCages(app.db, 2)
  staff = reminding(app, desk)
})
afterAll(async () => {
  await app.close()
  await mailServer.down()
})
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute()
  mailServer.received.length = 0
  mailServer.refused.clear()
})

const registered = (camp: TestCamp, person: Person, participant_id?: string) =>
  app.db
    .insertInto('camp_registrations')
    .values({ camp_id: camp.id, user_id: person.id, ...(participant_id ? { participant_id } : {}) })
    .execute()
const guest = (
  camp: TestCamp,
  name: string,
  guest_email: string | null,
  status: 'registered' | 'canceled' = 'registered',
) =>
  app.db
    .insertInto('camp_registrations')
    .values({ ...{ camp_id: camp.id, guest_name: name, guest_email, status }, guest_phone: '+14095550142' })
    .execute()

/** A camp in three days with two children of two parents, each registered by one of them, and guests. */
async function fullCamp(): Promise<TestCamp> {
  const camp = await addCamp(app.db, {
    start_date: FIRST,
    end_date: FIRST,
    bullet_points: ['Bring a <bat>'],
    timeslots: [{ date: FIRST, start_time: '09:00', end_time: '12:00' }],
  })
  const [mia, leo] = await Promise.all([
    addChild(app.db, [mom, dad], { name: 'Mia Mom' }),
    addChild(app.db, [mom, dad], { name: 'Leo Mom' }),
  ])
  await registered(camp, mom, mia)
  await registered(camp, dad, leo)
  await guest(camp, 'Gwen Guest', 'gwen@guests.test')
  await guest(camp, 'Paula Phone', null)
  await guest(camp, 'Cass Canceled', 'cass@guests.test', 'canceled')
  return camp
}

const deliver = () => letUndoTimePass(app.db)
const settled = (runId: string) =>
  expect.poll(async () => (await staff.readRun(runId)).run.waiting, { timeout: 15_000, interval: 50 }).toBe(0)
const sentTo = () => mailServer.received.flatMap(({ to }) => to).sort()

describe('send-camp-reminder', () => {
  test('reminds every household once, names who takes part, and lists who has no address', async () => {
    const camp = await fullCamp()
    const sent = await bodyOf<CampAnswer>(staff.camp(camp.id))

    expect(sent.summary).toEqual({ total: 3, successful: 0, failed: 0, daysUntilCamp: 3 })
    expect(sent.results).toContainEqual({ email: mom.email, success: null, error: null })
    await deliver()
    await settled(sent.run_id)
    expect(sentTo()).toEqual([dad.email, mom.email, 'gwen@guests.test'].sort())
    const { run, recipients, unreachable } = await staff.readRun(sent.run_id)
    expect(run).toMatchObject({ kind: 'reminder', total: 3, sent: 3, failed: 0, created_by: 'Dana Desk' })
    expect(recipients.find(({ email }) => email === mom.email)?.participants).toMatch(
      /Mia Mom and Leo Mom|Leo Mom and Mia Mom/,
    )
    expect(unreachable).toEqual([expect.objectContaining({ name: 'Paula Phone', phone: '+14095550142' })])
    const mail = mailServer.received.find(({ to }) => to.includes(mom.email))
    // Quoted-printable, with a line's soft ends.
    expect(mail?.raw.replaceAll('=\r\n', '')).toContain('9:00 AM=E2=80=9312:00 PM')
    expect(mail?.raw).toContain('Bring a &lt;bat&gt;')
    // A reminder is about a booking: nobody can unsubscribe from it.
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'description'])
      .where('record_id', '=', sent.run_id)
      .executeTakeFirst()
    expect(entry).toEqual({
      user_id: desk.id,
      description: expect.stringMatching(/^Reminder to 3: Skills Camp, /),
    })
  })

  test('names who refused the mail, sends it again, and tells the page of each step', async () => {
    const camp = await fullCamp()
    mailServer.refused.add('gwen@guests.test')
    const { run_id } = await bodyOf<CampAnswer>(staff.camp(camp.id))
    const stream = await followEvents(app, [`reminders:${run_id}`], desk.cookie)
    await deliver()
    await stream.next(`reminders:${run_id}`)
    await stream.end()
    await settled(run_id)

    const { run, recipients } = await staff.readRun(run_id)
    expect(run).toMatchObject({ total: 3, sent: 2, failed: 1 })
    const [failed] = recipients
    expect(failed).toMatchObject({ email: 'gwen@guests.test', status: 'failed', name: 'Gwen Guest' })
    expect(failed?.error).toContain('550')
    mailServer.refused.clear()
    expect((await staff.resend(failed?.message_id ?? '')).status).toBe(200)
    await settled(run_id)
    expect((await staff.readRun(run_id)).run).toMatchObject({ sent: 3, failed: 0 })
    expect(sentTo()).toHaveLength(3)
  })

  test('asks before a second one on the same day, and sends it only to new people or to all', async () => {
    const camp = await fullCamp()
    const first = await bodyOf<CampAnswer>(staff.camp(camp.id))
    const again = await staff.camp(camp.id)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({
      code: 'reminder_sent_today',
      details: { run_id: first.run_id, created_by: 'Dana Desk', total: 3, new_recipients: 0 },
    })
    expect(await refusalOf(await staff.camp(camp.id, { repeat: 'new' }))).toEqual([
      409,
      'reminder_nobody_new',
    ])

    await guest(camp, 'Nora New', 'nora@guests.test')
    expect(await (await staff.camp(camp.id)).json()).toMatchObject({ details: { new_recipients: 1 } })
    const newOnes = await bodyOf<CampAnswer>(staff.camp(camp.id, { repeat: 'new' }))
    expect(newOnes.results.map(({ email }) => email)).toEqual(['nora@guests.test'])
    expect((await bodyOf<CampAnswer>(staff.camp(camp.id, { repeat: 'everyone' }))).summary.total).toBe(4)
    const { earlier } = await staff.readAudience('camp', camp.id)
    expect(earlier.map(({ total, today: isToday }) => [total, isToday])).toEqual([
      [4, true],
      [1, true],
      [3, true],
    ])
  })

  test('is sent once when two of the staff press at the same time', async () => {
    const camp = await fullCamp()
    const other = await app.another()
    const both = [staff, reminding(other, desk)]
    // Both are ready: neither waits for a first connection.
    await Promise.all(both.map((one) => one.readAudience('camp', camp.id)))
    const answers = await Promise.all([...both, ...both, ...both].map((one) => one.camp(camp.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await app.db.selectFrom('outbox').select('id').execute()).toHaveLength(3)
  })

  test('can be undone before anything goes out, and is then not counted', async () => {
    const camp = await fullCamp()
    const { undo } = await bodyOf<CampAnswer>(staff.camp(camp.id))
    expect((await staff.undo(undo.id)).status).toBe(200)
    await deliver()
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
    expect((await staff.readAudience('camp', camp.id)).earlier).toEqual([])
    expect((await staff.camp(camp.id)).status).toBe(200)
  })

  test('is refused where nobody can be reminded', async () => {
    const [empty, past, phones] = await Promise.all([
      addCamp(app.db, { start_date: FIRST, end_date: FIRST, timeslots: [] }),
      addCamp(app.db, { start_date: addDays(today, -3), end_date: addDays(today, -2), timeslots: [] }),
      addCamp(app.db, { start_date: FIRST, end_date: FIRST, timeslots: [] }),
    ])
    await guest(empty, 'Cass Canceled', 'cass@guests.test', 'canceled')
    await registered(past, mom)
    await guest(phones, 'Paula Phone', null)
    expect(await refusalOf(await staff.camp(empty.id))).toEqual([409, 'reminder_nobody'])
    expect(await refusalOf(await staff.camp(past.id))).toEqual([409, 'reminder_over'])
    expect(await refusalOf(await staff.camp(phones.id))).toEqual([409, 'reminder_nobody_reachable'])
    expect(await refusalOf(await staff.camp(NOWHERE))).toEqual([404, 'camp_not_found'])
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })
})

describe('one session', () => {
  const session = async (status: 'active' | 'canceled' = 'active') => {
    const id = await addSession(app.db, await addClass(app.db), FIRST, { status })
    const child = await addChild(app.db, [mom], { name: 'Mia Mom' })
    await app.db
      .insertInto('class_registrations')
      .values([
        { class_instance_id: id, user_id: mom.id },
        { class_instance_id: id, user_id: mom.id, participant_id: child },
      ])
      .execute()
    return id
  }

  test('send-class-reminder reminds of the session, with everybody of a household in one mail', async () => {
    const { run_id } = await bodyOf<{ run_id: string }>(staff.session(await session()))
    const { run, recipients } = await staff.readRun(run_id)
    expect(run).toMatchObject({ about: 'class', total: 1, days_until: 3 })
    expect(recipients[0]).toMatchObject({ email: mom.email, participants: 'you and Mia Mom' })
    const mail = await app.db
      .selectFrom('outbox')
      .selectAll()
      .where('template', '=', 'class-reminder')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      template: 'class-reminder',
      data: {
        sessions: [{ name: 'Hitting Basics', participant_name: 'you and Mia Mom', time: '4:00–5:00 PM' }],
      },
    })
    expect(await refusalOf(await staff.session(await session('canceled')))).toEqual([
      409,
      'class_session_canceled',
    ])
  })

  test('send-session-message carries the text as it was typed, without its markup', async () => {
    const id = await session()
    const text = 'Hi <b>all</b>,\n\nuse {{facility.phone}}\nand <script>alert(1)</script>'
    const more = { subject: 'Door & "key"', text }
    const preview = await bodyOf<{ subject: string; text: string }>(staff.preview('class', id, more))
    expect(preview.subject).toBe('Door & "key"')
    expect(preview.text).toContain('Hi Morgan,\n\nHi <b>all</b>,\n\nuse {{facility.phone}}')
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])

    const { run_id } = await bodyOf<{ run_id: string }>(staff.message('class', id, more))
    await deliver()
    await settled(run_id)
    const raw = mailServer.received[0]?.raw.replace(/=\r\n/g, '') ?? ''
    expect(raw).toContain('&lt;script&gt;alert(1)')
    expect(raw.split('text/html')[1]).not.toContain('<script>')
    expect((await staff.readRun(run_id)).run).toMatchObject({
      kind: 'message',
      subject: 'Door & "key"',
      text,
    })
  })

  test('the same message asks before it is sent again today; another one does not', async () => {
    const id = await session()
    expect((await staff.message('class', id)).status).toBe(200)
    expect(await refusalOf(await staff.message('class', id))).toEqual([409, 'reminder_sent_today'])
    expect((await staff.message('class', id, { text: 'Something else.' })).status).toBe(200)
    expect((await staff.session(id)).status).toBe(200)
  })

  test('a message reaches the customer of a lesson and of a cage booking, and guests', async () => {
    const { lesson, booking, guests } = await bookedBy(mom, FIRST)
    await staff.message('lesson', lesson)
    await staff.message('booking', booking)
    await staff.message('guest_booking', guests)
    const mails = await app.db.selectFrom('outbox').select('to_email').execute()
    expect(mails.map(({ to_email }) => to_email).sort()).toEqual(
      [dad.email, mom.email, 'gil@guests.test'].sort(),
    )
  })

  test('one message about several bookings reaches each customer once, with what is theirs', async () => {
    const { lesson, booking, guests, unreachable } = await bookedBy(dad, addDays(FIRST, 1))
    const also_ids = [guests, lesson, unreachable, booking]
    const audience = await staff.readAudience('booking', booking, [guests, lesson, unreachable])
    expect(audience.title).toBe(`Cage 1, ${formatDay(addDays(FIRST, 1))}, 12:00–1:00 PM and 3 more`)
    expect(audience.recipients.map(({ name }) => name).sort()).toEqual(['Drew Dad', 'Gil'])
    expect(audience.unreachable).toMatchObject([{ name: 'Nora No-Mail' }])
    expect(audience).toMatchObject({ earlier: [], automatic: null })
    const preview = await bodyOf<{ text: string }>(staff.preview('booking', booking, { also_ids }))
    expect(preview.text).toContain('Please knock.')

    const { run_id, undo } = await bodyOf<{ run_id: string; undo: { id: string } }>(
      staff.message('booking', booking, { also_ids }),
    )
    const mails = await app.db.selectFrom('outbox').select(['to_email', 'data']).execute()
    const about = new Map(
      mails.map(({ to_email, data }) => [to_email, (data as { session: string }).session]),
    )
    expect([...about.keys()].sort()).toEqual([dad.email, 'gil@guests.test'].sort())
    expect(about.get(dad.email)?.split('; ')).toHaveLength(2)
    expect(about.get('gil@guests.test')).toBe(`Cage 1, ${formatDay(addDays(FIRST, 1))}, 12:00–1:00 PM`)
    const read = await staff.readRun(run_id)
    expect(read.run).toMatchObject({ title: audience.title, total: 2 })
    expect(read.unreachable).toMatchObject([{ name: 'Nora No-Mail' }])

    // It is among what was sent about each of them, and asked about whichever of them is named first.
    expect((await staff.readAudience('lesson', lesson)).earlier).toMatchObject([{ run_id, total: 2 }])
    const again = await staff.message('guest_booking', guests, { also_ids: [lesson] })
    expect(await refusalOf(again)).toEqual([409, 'reminder_sent_today'])
    // Once one of them is gone, it still says who is to be called about the others.
    await app.db.deleteFrom('bookings').where('id', '=', booking).execute()
    expect((await staff.readRun(run_id)).unreachable).toMatchObject([{ name: 'Nora No-Mail' }])
    expect((await staff.undo(undo.id)).status).toBe(200)
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
    expect((await staff.readAudience('lesson', lesson)).earlier).toEqual([])
  })

  test('of two messages about the same bookings one is sent, whatever order they are named in, without a deadlock', async () => {
    const { booking, guests } = await bookedBy(mom, addDays(FIRST, 2))
    const [low = '', high = ''] = [booking, guests].toSorted()
    const message = (first: string, also: string) =>
      staff.message(first === booking ? 'booking' : 'guest_booking', first, { also_ids: [also] })
    const answers: Promise<Response>[] = []
    // Someone has the second one in its hands while both come, so that each would have one and wait for the other's.
    await app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('reminders'), hashtext(${high}))`.execute(tx)
      for (const [first, also] of [
        [high, low],
        [low, high],
      ] as const) {
        answers.push(message(first, also))
        await expect.poll(() => lockWaits(app.db)).toBe(answers.length)
      }
    })
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await deadlocks(app.db)).toBe(0)
  })

  test('a message about several is refused whole where one of them is not there, or too many are named', async () => {
    const { booking } = await bookedBy(mom, addDays(FIRST, 3))
    const missing = await staff.message('booking', booking, { also_ids: [NOWHERE] })
    expect(await refusalOf(missing)).toEqual([404, 'booking_not_found'])
    const many = Array.from({ length: 100 }, () => crypto.randomUUID())
    expect((await staff.message('booking', booking, { also_ids: many })).status).toBe(400)
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })
})

/** A lesson of Drew Dad, a cage booking of the person, and two of guests, of whom one has no address. */
async function bookedBy(person: Person, lesson_date: string) {
  const coach = await addCoach(app.db)
  const at = { start_time: '16:00', end_time: '17:00' }
  const lesson = await app.db
    .insertInto('coach_bookings')
    .values({
      ...{ coach_id: coach.id, cage_id: cages[0] ?? '', customer_type: 'user', customer_id: dad.id },
      ...{ lesson_date, ...at, duration_minutes: 60, coach_rate: '50', cage_cost: '30' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const book = async (cage: number, from: string, to: string, customer: object) => {
    const time = {
      start_time: `${lesson_date}T${from}Z`,
      end_time: `${lesson_date}T${to}Z`,
      total_cost: '30',
    }
    const { id } = await app.db
      .insertInto('bookings')
      .values({ ...time, cage_id: cages[cage] ?? '', ...customer })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  return {
    lesson: lesson.id,
    booking: await book(1, '22:00', '23:00', { user_id: person.id }),
    guests: await book(0, '18:00', '19:00', { guest_name: 'Gil', guest_email: 'gil@guests.test' }),
    unreachable: await book(1, '18:00', '19:00', { guest_name: 'Nora No-Mail', guest_phone: '4095550177' }),
  }
}

describe('access and bad input', () => {
  test('only the desk and admins remind, and send and read of everybody', async () => {
    const camp = await fullCamp()
    const [coach, admin] = await Promise.all([
      addPerson(app, { role: 'coach' }),
      addPerson(app, { role: 'admin' }),
    ])
    const { run_id } = await bodyOf<CampAnswer>(staff.camp(camp.id))
    const before = await app.db.selectFrom('outbox').select('id').execute()
    const asked = (person: Pick<Person, 'cookie'>) => {
      const as = reminding(app, person)
      return Promise.all([
        as.camp(camp.id),
        as.session(NOWHERE),
        as.message('camp', camp.id),
        as.preview('camp', camp.id),
        as.audience('camp', camp.id),
        as.run(run_id),
      ])
    }
    for (const [person, statuses] of [
      [{ cookie: '' }, Array(6).fill(401)],
      [mom, Array(6).fill(403)],
      // A coach has no reminders, and messages only to own sessions; this account has none.
      [coach, [403, 403, 404, 404, 404, 404]],
    ] as const) {
      expect((await asked(person)).map((answer) => answer.status)).toEqual(statuses)
      await expect(followEvents(app, [`reminders:${run_id}`], person.cookie || undefined)).rejects.toThrow(
        String(statuses[0]),
      )
    }
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual(before)
    const statuses = (await asked(admin)).map(({ status }) => status)
    expect(statuses).toEqual([409, 404, 200, 200, 200, 200])
  })

  test.each([
    ['no subject', { subject: ' ' }],
    ['a subject of two lines', { subject: 'One\nBcc: two@example.test' }],
    ['a long subject', { subject: 'x'.repeat(151) }],
    ['no text', { text: '' }],
    ['a long text', { text: 'x'.repeat(5001) }],
    ['a control character', { text: 'a\u0000b' }],
    ['another kind', { about: 'membership' }],
    ['no id', { about_id: 'camp' }],
    ['another way to repeat', { repeat: 'always' }],
  ])('a message with %s is refused and changes nothing', async (_, more) => {
    const camp = await fullCamp()
    const json = { about: 'camp', about_id: camp.id, subject: 'Hi', text: 'Hi', ...more }
    const answer = await app.request('/api/session-messages', { json, cookie: desk.cookie })
    expect(await refusalOf(answer)).toEqual([400, 'invalid_input'])
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  test('what does not exist is said in its own words', async () => {
    const answers = await Promise.all(
      (['camp', 'class', 'lesson', 'booking', 'guest_booking'] as const).map((about) =>
        staff.message(about, NOWHERE).then(refusalOf),
      ),
    )
    expect(answers.map(([, code]) => code)).toEqual([
      'camp_not_found',
      'class_session_not_found',
      'lesson_not_found',
      'booking_not_found',
      'booking_not_found',
    ])
    expect(await refusalOf(await staff.run(NOWHERE))).toEqual([404, 'reminder_run_not_found'])
    expect(await refusalOf(await staff.audience('class', NOWHERE))).toEqual([404, 'class_session_not_found'])
  })
})
// The operations: send-camp-reminder, send-class-reminder, send-session-message, preview-session-message,
// get-session-audience, get-reminder-run.

/** Class sessions and their registrations as the desk and admins see and change them (spec 3 §2, §7). */

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Undo } from '../../../shared/contract/bookings/staffChanges.ts'
import type {
  AdminClassInstance,
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../shared/contract/programs/classSessions.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { staffOf, startStaffedFacility } from '../bookings/staffTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addClass, addSession, holdSeat, register } from './classTestKit.ts'

// The clock is on Saturday, November 21, 2026, at noon.
const { admin, app, cage, clock, customer: pat, desk, freshDay, scheduleOf } = await startStaffedFacility()
const other = await addPerson(app, { name: 'Alex Adult' })
const mia = await addChild(app.db, [pat], { name: 'Mia Parent', birthDate: '2017-01-10' })
const coach = await addCoach(app.db, { person: await addPerson(app, { role: 'coach', name: 'Casey Coach' }) })
afterAll(() => app.close())
const TODAY = '2026-11-21'

interface Changed {
  message: string
  registrations: number
  refund_amount: number
  refund_method: string | null
  undo: Undo
}
const by = (person: Person) => staffOf(app, person)
const get = <Body>(path: string, person = desk) => bodyOf<Body>(app.request(path, { cookie: person.cookie }))
const seatsOf = (session: string) =>
  get<SessionWithRegistrations>(`/api/admin/class-instances/${session}/registrations`)
const rowsOf = (session: string) =>
  app.db
    .selectFrom('class_registrations')
    .selectAll()
    .where('class_instance_id', '=', session)
    .orderBy('created_at')
    .execute()
const sessionRow = (id: string) =>
  app.db.selectFrom('class_instances').selectAll().where('id', '=', id).executeTakeFirst()
const mailsOf = (undo: Undo) =>
  app.db
    .selectFrom('outbox')
    .select(['template', 'to_email', 'data'])
    .where('staff_change_id', '=', undo?.id ?? '')
    .orderBy('to_email')
    .execute()
const paymentsOf = (userId: string) =>
  app.db
    .selectFrom('payment_transactions')
    .leftJoin('payment_items as item', 'item.payment_transaction_id', 'payment_transactions.id')
    .select(['payment_transactions.id', 'status', 'total_amount', 'payment_method', 'class_registration_id'])
    .where('user_id', '=', userId)
    .orderBy('payment_transactions.created_at')
    .execute()
const byHand = (session: string, more: object, person = desk) =>
  by(person).post('/api/manual-class-registrations', { class_instance_id: session, ...more })
const guest = { guest_name: 'Kim Guest', guest_email: 'kim@example.test', guest_phone: '(409) 555-0177' }

/** A session of a class of its own, with a cage and a coach. */
async function aSession(day = freshDay(), options: { maxSpots?: number; from?: string; to?: string } = {}) {
  const classId = await addClass(app.db, { name: 'Hitting Basics', maxSpots: options.maxSpots ?? 8 })
  const { from = '16:00', to = '17:00' } = options
  const id = await addSession(app.db, classId, day, { from, to })
  await app.db
    .insertInto('class_instance_cages')
    .values({ class_instance_id: id, cage_id: cage(1) })
    .execute()
  await app.db.updateTable('class_instances').set({ coach_id: coach.id }).where('id', '=', id).execute()
  return { classId, id, day }
}
const emptyCage = (day: string) => scheduleOf(day).then((taken) => taken.length === 0)

describe('get_admin_class_instances', () => {
  test('lists what is to come, soonest first, and what is over, latest first, a page at a time', async () => {
    const classId = await addClass(app.db, { name: 'Paged', maxSpots: 3 })
    const days = ['2026-10-06', '2026-10-13', '2026-10-20', TODAY, '2026-12-01', '2026-12-08']
    for (const day of days) await addSession(app.db, classId, day, { from: '11:30', to: '12:30' })
    const page = (query: string) =>
      get<{ items: AdminClassInstance[]; cursor: string | null }>(
        `/api/admin/classes/${classId}/instances?page_size=2${query}`,
      )
    const daysOf = ({ items }: { items: AdminClassInstance[] }) => items.map(({ class_date }) => class_date)
    const first = await page('')
    // A session that is going on is not over.
    expect(daysOf(first)).toEqual([TODAY, '2026-12-01'])
    const second = await page(`&cursor=${first.cursor}`)
    expect([daysOf(second), second.cursor]).toEqual([['2026-12-08'], null])
    const past = await page('&when=past')
    expect(daysOf(past)).toEqual(['2026-10-20', '2026-10-13'])
    expect(daysOf(await page(`&when=past&cursor=${past.cursor}`))).toEqual(['2026-10-06'])

    const foreign = await addClass(app.db)
    for (const path of [`${foreign}/instances?page_size=2`, `${classId}/instances?page_size=2&when=past`]) {
      const answer = await app.request(`/api/admin/classes/${path}&cursor=${first.cursor}`, desk)
      expect(await refusalOf(answer)).toEqual([400, 'cursor_invalid'])
    }
    const nowhere = await app.request(`/api/admin/classes/${randomUUID()}/instances`, desk)
    expect(await refusalOf(nowhere)).toEqual([404, 'class_not_found'])
  })

  test('says what is left, what is held by checkouts, where and with whom, and who has a seat', async () => {
    const { classId, id, day } = await aSession()
    await register(app.db, id, { status: 'paid' })
    await register(app.db, id)
    await register(app.db, id, { status: 'canceled' })
    await holdSeat(app.db, id, { userId: pat.id, expiresAt: new Date(clock.now().getTime() + 60_000) })
    const { items } = await get<{ items: AdminClassInstance[] }>(`/api/admin/classes/${classId}/instances`)
    expect(items).toEqual([
      {
        ...{ id, class_date: day, start_time: '16:00', end_time: '17:00', status: 'active' },
        ...{ max_spots: 8, spots_left: 5, held: 1, cages: ['Cage 1'], coach_name: 'Casey Coach' },
        class_registrations: [
          { id: expect.any(String), status: 'paid', attendance: null },
          { id: expect.any(String), status: 'unpaid', attendance: null },
        ],
      },
    ])
  })
})

describe('get_class_registrations_for_admin and admin-manual-class-registration', () => {
  test('show who takes part, who answers for it, who entered it and what is owed', async () => {
    const { id, classId, day } = await aSession()
    const paid = { user_id: pat.id, participant_ids: [mia], status: 'paid', paid_by: 'cash' }
    const answer = await bodyOf<Changed>(byHand(id, paid))
    expect(answer).toMatchObject({ message: expect.stringContaining('Mia Parent'), undo: {} })
    expect((await byHand(id, { ...guest, status: 'registered' }, admin)).status).toBe(201)
    expect((await byHand(id, { user_id: other.id, status: 'registered' })).status).toBe(201)
    const { session, registrations } = await seatsOf(id)
    expect(session).toMatchObject({ class_id: classId, class_name: 'Hitting Basics', class_date: day })
    expect(registrations).toMatchObject([
      {
        ...{ status: 'unpaid', isGuest: false, owed: 25, registered_by: 'Dee Desk' },
        participant: { name: 'Alex Adult', is_customer: true, age: null },
      },
      {
        ...{ status: 'unpaid', isGuest: true, user_id: null, ...guest, customer_name: 'Kim Guest' },
        participant: { name: 'Kim Guest', is_customer: true },
      },
      {
        ...{ status: 'paid', user_id: pat.id, customer_name: 'Pat Parent', customer_email: pat.email },
        ...{ owed: 0, total_cost: 25, paid_by: 'desk', payment_id: expect.any(String) },
        participant: { id: mia, name: 'Mia Parent', age: 9, is_customer: false },
      },
    ])
    // Money at the desk has a row (decision record 036), with how it was taken.
    const payments = await paymentsOf(pat.id)
    expect(payments).toMatchObject([
      { status: 'completed', payment_method: 'cash', class_registration_id: registrations[2]?.id },
    ])
    const row = (await rowsOf(id)).find(({ user_id }) => user_id === pat.id)
    expect(row?.registered_by).toBe(desk.id)

    // An undo takes the seat, the payment and the message back.
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect((await seatsOf(id)).registrations).toHaveLength(2)
    expect(await paymentsOf(pat.id)).toMatchObject([{ status: 'voided', class_registration_id: null }])
    expect(await mailsOf(answer.undo)).toEqual([])
  })

  test('refuse what is missing, in the words of the specification', async () => {
    const { id } = await aSession()
    const messagesOf = async (more: object) => {
      const { details } = await bodyOf<{ details: { message: string }[] }>(byHand(id, more))
      return details.map(({ message }) => message)
    }
    expect(await messagesOf({})).toEqual(['Please select a user to register.'])
    expect(await messagesOf({ guest_name: 'Kim' })).toEqual([
      'Please provide a name and email for the guest.',
    ])
    expect((await byHand(id, { user_id: pat.id, paid_by: 'shells' })).status).toBe(400)
    expect(await rowsOf(id)).toEqual([])
    const nowhere = await app.request(`/api/admin/class-instances/${randomUUID()}/registrations`, desk)
    expect(await refusalOf(nowhere)).toEqual([404, 'class_session_not_found'])
  })
})

describe('search_users_by_name_email_phone', () => {
  test('finds by any part of name, e-mail or phone from two characters on, twenty at most', async () => {
    await app.db
      .updateTable('profiles')
      .set({ phone_number: '(409) 555-0188' })
      .where('id', '=', other.id)
      .execute()
    const search = (term: string) =>
      get<{ id: string }[]>(`/api/admin/people/search?search_term=${encodeURIComponent(term)}`)
    for (const term of ['al', 'alex ad', other.email, '5550188']) {
      expect((await search(term)).map(({ id }) => id)).toContain(other.id)
    }
    expect(await search('nobody of this name')).toEqual([])
    expect(await search(other.email)).toMatchObject([{ id: other.id, cage_discount_percent: 0 }])
    const member = await addPerson(app, { name: 'Mo Member', membership: 'active' })
    expect(await search(member.email)).toMatchObject([{ id: member.id, cage_discount_percent: 15 }])
    for (const term of ['', 'a', ' a ']) {
      const answer = await app.request(`/api/admin/people/search?search_term=${term}`, desk)
      expect(await refusalOf(answer)).toEqual([400, 'invalid_input'])
    }
    const rows = Array.from({ length: 25 }, (_, n) => ({
      full_name: `Zed Many ${n}`,
      email: `zed${n}@example.test`,
    }))
    await app.db.insertInto('profiles').values(rows).execute()
    expect(await search('zed many')).toHaveLength(20)
  })
})

describe('update-class-registration-attendance and update-class-session-attendance', () => {
  const note = (id: string, attendance: string | null, revision?: number, person = desk) =>
    by(person).put(`/api/admin/class-registrations/${id}/attendance`, {
      attendance,
      ...(revision === undefined ? {} : { expected_revision: revision }),
    })
  const checkInAll = (session: string) =>
    by(desk).put(`/api/admin/class-instances/${session}/attendance`, { attendance: 'checked_in' })
  const firstOf = async (session: string) => {
    const [seat] = (await seatsOf(session)).registrations
    if (!seat) throw new Error('There is no registration.')
    return seat
  }

  test('is noted on the day by one call, taken back by another, and undone', async () => {
    const { id } = await aSession(TODAY, { from: '12:30', to: '13:30' })
    await register(app.db, id, { userId: pat.id })
    const seat = await firstOf(id)
    for (const attendance of ['checked_in', 'late', null, 'checked_in']) {
      const answer = await bodyOf<{ registration: AdminClassRegistration }>(note(seat.id, attendance))
      expect(answer.registration).toMatchObject({ id: seat.id, attendance, status: 'unpaid' })
    }
    expect(await rowsOf(id)).toMatchObject([{ attendance: 'checked_in', attendance_at: clock.now() }])
    expect(await refusalOf(await note(seat.id, 'no_show'))).toEqual([409, 'not_begun'])
    const { undo } = await bodyOf<Changed>(note(seat.id, null))
    expect((await by(desk).undo(undo)).status).toBe(200)
    expect(await rowsOf(id)).toMatchObject([{ attendance: 'checked_in' }])
  })

  test('is refused before the day, for what is canceled and for what is not there', async () => {
    const { id } = await aSession()
    await register(app.db, id, { userId: pat.id })
    await register(app.db, id, { userId: other.id, status: 'canceled' })
    const { registrations } = await seatsOf(id)
    const [seat, canceled] = registrations
    expect(await refusalOf(await note(seat?.id ?? '', 'checked_in'))).toEqual([409, 'check_in_too_early'])
    expect(await refusalOf(await checkInAll(id))).toEqual([409, 'check_in_too_early'])
    expect(await refusalOf(await note(canceled?.id ?? '', 'checked_in'))).toEqual([409, 'already_canceled'])
    expect(await refusalOf(await note(randomUUID(), 'checked_in'))).toEqual([404, 'registration_not_found'])
    expect(await refusalOf(await checkInAll(randomUUID()))).toEqual([404, 'class_session_not_found'])
    // The database refuses it too, whichever code writes.
    const noted = { attendance: 'checked_in', attendance_at: clock.now() } as const
    const written = app.db
      .updateTable('class_registrations')
      .set(noted)
      .where('id', '=', seat?.id ?? '')
    await expect(written.execute()).rejects.toMatchObject({ constraint: 'attendance_on_its_day' })
  })

  test('of everybody else at once leaves what was noted, and is undone at once', async () => {
    const { id } = await aSession(TODAY, { from: '10:00', to: '11:00' })
    await register(app.db, id, { userId: pat.id })
    await register(app.db, id, { userId: other.id })
    await register(app.db, id)
    const seat = await firstOf(id)
    await note(seat.id, 'no_show')
    const answer = await bodyOf<Changed>(checkInAll(id))
    expect(answer).toMatchObject({ message: '2 people are checked in.', registrations: 2 })
    const noted = async () => (await seatsOf(id)).registrations.map(({ attendance }) => attendance)
    expect((await noted()).toSorted()).toEqual(['checked_in', 'checked_in', 'no_show'])
    expect(await bodyOf<Changed>(checkInAll(id))).toMatchObject({ registrations: 0, undo: null })
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect((await noted()).filter(Boolean)).toEqual(['no_show'])
  })

  test('from two tablets: the same twice is one, and what the other has not seen is not overwritten', async () => {
    const { id } = await aSession(TODAY, { from: '09:00', to: '10:00' })
    await register(app.db, id, { userId: pat.id })
    const seat = await firstOf(id)
    const twice = await Promise.all([
      note(seat.id, 'checked_in', seat.revision),
      note(seat.id, 'checked_in', seat.revision, admin),
    ])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    const refused = await note(seat.id, 'no_show', seat.revision, admin)
    expect(await bodyOf(refused)).toMatchObject({
      code: 'changed_meanwhile',
      details: { changes: [{ field: 'attendance', from: null, to: 'checked_in' }] },
    })
    const fresh = await firstOf(id)
    expect((await note(seat.id, 'no_show', fresh.revision, admin)).status).toBe(200)
    const entries = await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('record_id', '=', seat.id)
      .where('action', '=', 'UPDATE')
      .execute()
    expect(entries).toHaveLength(2)
  })

  test('goes with a session that is moved to another day', async () => {
    const { id } = await aSession(TODAY, { from: '08:00', to: '09:00' })
    await register(app.db, id, { userId: pat.id })
    await checkInAll(id)
    await app.db.updateTable('class_instances').set({ class_date: freshDay() }).where('id', '=', id).execute()
    expect(await rowsOf(id)).toMatchObject([{ attendance: null, attendance_at: null }])
  })
})

describe('cancel-class-session and preview-class-session-cancellation', () => {
  const cancel = (id: string, choices: object = {}, person = desk) =>
    by(person).post(`/api/admin/class-instances/${id}/cancel`, choices)

  test('tell and refund everybody, free the cage and coach, and can be undone', async () => {
    const { id, day } = await aSession()
    const payer = await addPerson(app, { name: 'Cleo Card' })
    await payByCard(app, payer.cookie, { instanceIds: [id], amount: 2500 })
    await byHand(id, { user_id: pat.id, participant_ids: [mia], status: 'paid', paid_by: 'cash' })
    await byHand(id, { user_id: other.id, status: 'registered' })
    const before = await rowsOf(id)
    const preview = await get(`/api/admin/class-instances/${id}/cancellation`)
    expect(preview).toEqual({
      ...{ registrations: 3, told: 3, checkouts: 0, has_begun: false },
      ...{ refund_amount: 50, refund_method: 'card_and_front_desk', refund_by_hand: 25 },
    })
    // Looking changes nothing.
    expect(await rowsOf(id)).toEqual(before)

    const answer = await bodyOf<Changed>(cancel(id, { message: 'The coach is ill.' }))
    expect(answer).toMatchObject({
      ...{ registrations: 3, refund_amount: 50, refund_method: 'card_and_front_desk', undo: {} },
      message: expect.stringContaining('The class session is canceled.'),
    })
    const mails = await mailsOf(answer.undo)
    const toCoach = mails.filter(({ template }) => template === 'coach-sessions-canceled')
    expect(toCoach).toMatchObject([{ data: { coach_name: 'Casey Coach', note: 'The coach is ill.' } }])
    const toCustomers = mails.filter((mail) => !toCoach.includes(mail))
    expect(toCustomers.map(({ to_email }) => to_email)).toEqual(
      [other.email, pat.email, payer.email].toSorted(),
    )
    for (const mail of toCustomers) {
      expect(mail).toMatchObject({ template: 'class-canceled', data: { note: 'The coach is ill.' } })
    }
    expect(await sessionRow(id)).toMatchObject({ status: 'canceled' })
    expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
    expect(await emptyCage(day)).toBe(true)
    expect(await refusalOf(await cancel(id))).toEqual([409, 'already_canceled'])

    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect(await sessionRow(id)).toMatchObject({ status: 'active' })
    expect((await rowsOf(id)).map(({ status }) => status)).toEqual(before.map(({ status }) => status))
    expect(await emptyCage(day)).toBe(false)
    expect(await mailsOf(answer.undo)).toEqual([])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('are not undone where the cage was booked in the meantime', async () => {
    const { id, day } = await aSession()
    await register(app.db, id, { userId: pat.id })
    const { undo } = await bodyOf<Changed>(cancel(id))
    const taken = await by(desk).post('/api/guest-bookings', {
      ...{ walk_in: true, cage_ids: [cage(1)] },
      ...{ start_time: `${day}T22:00:00Z`, end_time: `${day}T23:00:00Z` },
    })
    expect(taken.status).toBe(201)
    expect((await by(desk).undo(undo)).status).toBe(409)
    expect(await sessionRow(id)).toMatchObject({ status: 'canceled' })
    expect(await rowsOf(id)).toMatchObject([{ status: 'canceled' }])
  })

  test('are not undone where the class has another session there, or was deleted in the meantime', async () => {
    const { classId, id, day } = await aSession()
    const deleted = await bodyOf<Changed>(
      app.request(`/api/admin/class-instances/${id}`, { method: 'DELETE', cookie: admin.cookie }),
    )
    // An admin puts the session back by the schedule, and then takes all of it away.
    const another = await addSession(app.db, classId, day)
    expect(await refusalOf(await by(admin).undo(deleted.undo))).toEqual([409, 'changed_meanwhile'])
    await app.db.deleteFrom('class_instances').where('id', '=', another).execute()
    const gone = await app.request(`/api/admin/classes/${classId}`, {
      method: 'DELETE',
      cookie: admin.cookie,
    })
    expect(gone.status).toBe(200)
    expect(await refusalOf(await by(admin).undo(deleted.undo))).toEqual([409, 'changed_meanwhile'])
  })

  test('tell only the coach where staff say so; after the start they need a reason, and nothing comes back', async () => {
    const quiet = await aSession()
    await register(app.db, quiet.id, { userId: pat.id })
    const { undo } = await bodyOf<Changed>(cancel(quiet.id, { tell: false }))
    expect(await mailsOf(undo)).toMatchObject([{ template: 'coach-sessions-canceled' }])

    const begun = await aSession(TODAY, { from: '11:00', to: '12:15' })
    await byHand(begun.id, { user_id: pat.id, override_reason: 'Came late.' })
    expect(await get(`/api/admin/class-instances/${begun.id}/cancellation`)).toMatchObject({
      ...{ has_begun: true, registrations: 1, refund_amount: 0 },
    })
    expect(await refusalOf(await cancel(begun.id))).toEqual([409, 'already_started'])
    expect(await sessionRow(begun.id)).toMatchObject({ status: 'active' })
    expect((await cancel(begun.id, { override_reason: 'Thunderstorm.' })).status).toBe(200)
    const entry = await app.db
      .selectFrom('audit_log')
      .select('description')
      .where('record_id', '=', begun.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    expect(entry?.description).toContain('Override: Thunderstorm.')
  })
})

describe('delete-class-session', () => {
  const remove = (id: string, choices: Record<string, string> = {}, person = admin) =>
    by(person).delete(`/api/admin/class-instances/${id}`, choices)

  test('deletes an empty session, and is only for admins', async () => {
    const { id, day } = await aSession()
    expect(await refusalOf(await remove(id, {}, desk))).toEqual([403, 'forbidden'])
    const answer = await bodyOf<Changed>(remove(id))
    expect(answer).toMatchObject({ message: 'Class session deleted successfully.', registrations: 0 })
    expect([await sessionRow(id), await emptyCage(day)]).toEqual([undefined, true])
    expect(await refusalOf(await remove(id))).toEqual([404, 'class_session_not_found'])
  })

  test('cancels registrations first, with refunds and messages, and keeps the rows of money', async () => {
    const { id, day } = await aSession()
    const payer = await addPerson(app, { name: 'Cleo Card' })
    await payByCard(app, payer.cookie, { instanceIds: [id], amount: 2500 })
    const before = await rowsOf(id)
    const answer = await bodyOf<Changed>(remove(id, { message: 'We are sorry.' }))
    expect(answer).toMatchObject({
      message: expect.stringMatching(/^Class session deleted successfully\. \$25\.00 goes back to the card/),
      ...{ registrations: 1, refund_amount: 25, refund_method: 'card' },
    })
    const mails = await mailsOf(answer.undo)
    expect(mails.filter(({ template }) => template !== 'coach-sessions-canceled')).toMatchObject([
      { template: 'class-canceled', to_email: payer.email },
    ])
    expect([await sessionRow(id), await rowsOf(id)]).toEqual([undefined, []])
    const [payment] = await paymentsOf(payer.id)
    expect(payment).toMatchObject({ status: 'completed', total_amount: '25.00', class_registration_id: null })
    const refunds = await app.db
      .selectFrom('payment_refunds')
      .select(['amount', 'status'])
      .where('payment_transaction_id', '=', payment?.id ?? '')
      .execute()
    expect(refunds).toEqual([{ amount: '25.00', status: 'pending' }])

    // Undone, all of it is there again: the session with cage and coach, the seat, and what paid for it.
    expect((await by(admin).undo(answer.undo)).status).toBe(200)
    expect(await sessionRow(id)).toMatchObject({ status: 'active', coach_id: coach.id, class_date: day })
    expect(await rowsOf(id)).toMatchObject(
      before.map((row) => ({ id: row.id, status: 'paid', participant_id: row.participant_id })),
    )
    expect(await paymentsOf(payer.id)).toMatchObject([{ class_registration_id: before[0]?.id }])
    expect((await seatsOf(id)).session.cages).toEqual(['Cage 1'])
    expect(await disagreements(app.db)).toEqual([])
  })

  test('waits for whoever is paying for a spot; canceling does not, and sends the payment back', async () => {
    const { id } = await aSession()
    const payer = await addPerson(app, { name: 'Cleo Card' })
    const opened = await openPayment(app, payer.cookie, { instanceIds: [id], amount: 2500 })
    const refused = await bodyOf<{ code: string; details: object }>(remove(id))
    expect(refused).toMatchObject({
      code: 'class_session_in_checkout',
      details: { until: expect.any(String) },
    })
    expect(await get(`/api/admin/class-instances/${id}/cancellation`)).toMatchObject({ checkouts: 1 })
    expect((await by(desk).post(`/api/admin/class-instances/${id}/cancel`, {})).status).toBe(200)
    await sendCard(app, opened)
    expect(await confirmPayment(app, payer.cookie, opened)).toMatchObject({ status: 'refunded' })
    expect(await rowsOf(id)).toEqual([])
  })

  test('keeps the record of a sale, unless an admin says why', async () => {
    const { id } = await aSession(TODAY, { from: '07:00', to: '08:00' })
    await byHand(id, { user_id: pat.id, override_reason: 'Came late.' })
    expect(await refusalOf(await remove(id))).toEqual([409, 'sale_kept'])
    const answer = await bodyOf<Changed>(remove(id, { override_reason: 'Entered for the wrong day.' }))
    expect(answer).toMatchObject({ registrations: 0, refund_amount: 0 })
    expect(await sessionRow(id)).toBeUndefined()
  })
})

describe('cancel-class-registration-admin and delete-class-registration', () => {
  const cancel = (id: string, choices: object = {}, person = desk) =>
    by(person).post(`/api/admin/class-registrations/${id}/cancel`, choices)
  const remove = (id: string, choices: Record<string, string> = {}, person = desk) =>
    by(person).delete(`/api/admin/class-registrations/${id}`, choices)
  async function aSeat(more: object = { status: 'paid', paid_by: 'cash' }) {
    const session = await aSession()
    await byHand(session.id, { user_id: pat.id, participant_ids: [mia], ...more })
    const [seat] = (await seatsOf(session.id)).registrations
    if (!seat) throw new Error('There is no registration.')
    return { session: session.id, seat }
  }

  test('cancel one seat: its people are told, what was paid comes back, and it can be undone', async () => {
    const { session, seat } = await aSeat()
    const answer = await bodyOf<Changed>(cancel(seat.id, { message: 'As you asked.' }))
    expect(answer).toMatchObject({
      message: expect.stringContaining('The registration of Mia Parent is canceled.'),
      ...{ refund_amount: 25, refund_method: 'front_desk' },
    })
    expect(await mailsOf(answer.undo)).toMatchObject([
      { template: 'class-canceled', to_email: pat.email, data: { participant_name: 'Mia Parent' } },
    ])
    const { session: shown, registrations } = await seatsOf(session)
    expect([shown.spots_left, registrations[0]?.status]).toEqual([8, 'canceled'])
    expect(await refusalOf(await cancel(seat.id))).toEqual([409, 'already_canceled'])
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect((await seatsOf(session)).registrations).toMatchObject([{ status: 'paid', owed: 0 }])
  })

  test('give back what staff choose, within what was paid, and with a reason where it is not the rule', async () => {
    const { seat } = await aSeat()
    expect(await refusalOf(await cancel(seat.id, { refund: 26 }))).toEqual([409, 'refund_exceeds_paid'])
    expect(await refusalOf(await cancel(seat.id, { refund: 'none' }))).toEqual([
      409,
      'override_reason_required',
    ])
    const answer = await bodyOf<Changed>(cancel(seat.id, { refund: 10, override_reason: 'Agreed by phone.' }))
    expect(answer).toMatchObject({ refund_amount: 10 })
  })

  test('delete one seat: one that is not canceled is canceled first, and the payment stays', async () => {
    const { session, seat } = await aSeat()
    const answer = await bodyOf<Changed>(remove(seat.id, { tell: 'false' }))
    expect(answer).toMatchObject({ refund_amount: 25, message: expect.stringContaining('is deleted') })
    expect(await mailsOf(answer.undo)).toEqual([])
    expect(await rowsOf(session)).toEqual([])
    const payment = await get<{ status: string }>(`/api/admin/payments/${seat.payment_id}`)
    expect(payment).toMatchObject({ status: 'completed' })
    expect((await by(desk).undo(answer.undo)).status).toBe(200)
    expect((await seatsOf(session)).registrations).toMatchObject([{ id: seat.id, status: 'paid' }])
    expect(await refusalOf(await remove(randomUUID()))).toEqual([404, 'registration_not_found'])
  })

  test('refuse what was changed in the meantime, and say what it was', async () => {
    const { seat } = await aSeat({ status: 'registered' })
    await by(desk).post('/api/admin/desk-payments', {
      items: [{ kind: 'class_registration', id: seat.id }],
      method: 'cash',
    })
    for (const answer of [
      cancel(seat.id, { expected_revision: seat.revision }, admin),
      remove(seat.id, { expected_revision: String(seat.revision) }, admin),
    ]) {
      expect(await bodyOf(answer)).toMatchObject({
        code: 'changed_meanwhile',
        details: { changed_by: 'Dee Desk', changes: [{ field: 'status', to: 'paid' }] },
      })
    }
  })

  test('paid and unpaid are rows of money: what was noted by mistake is voided', async () => {
    const { session, seat } = await aSeat()
    const path = `/api/admin/payments/${seat.payment_id}/void`
    expect((await by(desk).post(path, { reason: 'Wrong family.' })).status).toBe(200)
    expect((await seatsOf(session)).registrations).toMatchObject([
      { status: 'unpaid', owed: 25, payment_id: null, paid_by: null },
    ])
  })
})

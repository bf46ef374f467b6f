import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Participant } from '../../../shared/contract/accounts/households.ts'
import type {
  PersonBooking,
  PersonMessage,
  PersonNote,
  PersonPage,
} from '../../../shared/contract/people/personPage.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person, signIn } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addClass, register, registerForCamp } from '../account/accountTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

let app: TestApp
let cages: string[]
let admin: Person
let desk: Person
beforeAll(async () => {
  app = await startTestApp({ limits: true })
  cages = await addCages(app.db, 2)
  ;[admin, desk] = await Promise.all([
    addPerson(app, { role: 'admin', name: 'Ada Admin' }),
    addPerson(app, { role: 'desk', name: 'Dee Desk' }),
  ])
})
afterAll(() => app.close())

const call = (method: string, { id }: { id: string }, path = '', json?: object, by: Person = desk) =>
  app.request(`/api/admin/people/${id}${path}`, { method, cookie: by.cookie, ...(json ? { json } : {}) })
const pageOf = (person: { id: string }) => bodyOf<PersonPage>(call('GET', person))
const itemsOf = async <Item>(person: { id: string }, path: string, by?: Person) =>
  (await bodyOf<{ items: Item[]; cursor: string | null }>(call('GET', person, path, undefined, by))).items
const nobody = { id: '00000000-0000-4000-8000-000000000000' }

let taken = 0
/** A free half hour: days from now for the upcoming, days ago for the past. */
async function book(
  person: { id: string },
  more: { past?: boolean; participant_id?: string; status?: string } = {},
) {
  taken += 1
  const days = taken
  const start = new Date(`${tuesday(0)}T22:00:00Z`)
  start.setUTCDate(start.getUTCDate() + (more.past ? -days - 14 : days))
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      user_id: person.id,
      participant_id: more.participant_id ?? null,
      cage_id: cages[taken % 2] ?? '',
      start_time: start,
      end_time: new Date(start.getTime() + 1_800_000),
      total_cost: '20.00',
      status: (more.status ?? 'pending payment') as 'paid',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('get-person-admin', () => {
  test('says who it is, what is owed and how much unpaid time is left', async () => {
    const person = await addPerson(app, { name: 'Una Paid' })
    const child = await addChild(app.db, [person], { name: 'Kit Paid' })
    await book(person)
    await book(person, { participant_id: child })
    await book(person, { past: true, status: 'paid' })
    expect(await pageOf(person)).toMatchObject({
      full_name: 'Una Paid',
      standing: 'returning',
      membership: null,
      upcoming: 2,
      owed: 40,
      unpaid_items: [{ kind: 'booking', amount: 20 }, { kind: 'booking' }],
      unpaid: { open_minutes: 60, limit_minutes: 720, own_limit: null },
      merged_into: null,
      merges: [],
    })
  })

  test('counts what another adult booked for a child as upcoming, and not as owed', async () => {
    const [one, other] = await Promise.all([addPerson(app), addPerson(app)])
    const child = await addChild(app.db, [one, other])
    await book(one, { participant_id: child })
    expect(await pageOf(other)).toMatchObject({ upcoming: 1, owed: 0, unpaid_items: [] })
  })

  test('says of a member since when and what comes next', async () => {
    const person = await addPerson(app, { membership: 'active' })
    const end = new Date('2099-01-31T12:00:00Z')
    await app.db
      .updateTable('subscriptions')
      .set({ current_period_end: end })
      .where('user_id', '=', person.id)
      .execute()
    const { membership, standing, unpaid } = await pageOf(person)
    expect([membership, standing, unpaid.limit_minutes]).toEqual([
      { status: 'active', since: expect.any(String), current_period_end: end.toISOString(), ends: false },
      'member',
      null,
    ])
  })

  test('is for the desk and admins, about anybody who exists', async () => {
    const [person, coach] = await Promise.all([addPerson(app), addPerson(app, { role: 'coach' })])
    for (const by of [person, coach]) expect((await call('GET', person, '', undefined, by)).status).toBe(403)
    expect((await call('GET', person, '', undefined, admin)).status).toBe(200)
    expect(await refusalOf(await call('GET', nobody))).toEqual([404, 'user_not_found'])
  })
})

describe('update-person-contact', () => {
  test('changes name and phone, and never the address', async () => {
    const person = await addPerson(app)
    const json = { name: 'New Name', phone: '409 555 0188', email: 'thief@example.test' }
    expect(await bodyOf(call('PUT', person, '/contact', json))).toEqual({
      full_name: 'New Name',
      phone_number: '(409) 555-0188',
    })
    expect(await pageOf(person)).toMatchObject({ email: person.email, full_name: 'New Name' })
  })

  test('takes no other phone than a real one, and the desk changes only customers', async () => {
    const person = await addPerson(app)
    const json = { name: 'Pat', phone: '123' }
    expect(await refusalOf(await call('PUT', person, '/contact', json))).toEqual([400, 'invalid_input'])
    const good = { name: 'Ada', phone: null }
    expect(await refusalOf(await call('PUT', admin, '/contact', good))).toEqual([403, 'staff_contact_kept'])
    expect((await call('PUT', desk, '/contact', { name: 'Dee Desk', phone: null }, admin)).status).toBe(200)
  })

  test('lets the desk change its own contact, and no other of the desk', async () => {
    const own = { name: 'Dee Desk', phone: '409 555 0199' }
    expect(await bodyOf(call('PUT', desk, '/contact', own))).toEqual({
      full_name: 'Dee Desk',
      phone_number: '(409) 555-0199',
    })
    const colleague = await addPerson(app, { role: 'desk' })
    const answer = await call('PUT', colleague, '/contact', own)
    expect(await refusalOf(answer)).toEqual([403, 'staff_contact_kept'])
  })
})

describe('list-person-bookings', () => {
  test('lists every kind of the household, upcoming soonest first and past latest first', async () => {
    const person = await addPerson(app)
    const child = await addChild(app.db, [person], { name: 'Kit Child' })
    const later = await book(person)
    await book(person, { past: true })
    const { sessions } = await addClass(app.db, 'Hitting', [tuesday(30)])
    await register(app.db, {
      class_instance_id: sessions[0] ?? '',
      user_id: person.id,
      participant_id: child,
    })
    const camp_id = await addCamp(app.db, 'Spring Camp', [[tuesday(31), '09:00', '12:00']])
    await registerForCamp(app.db, { camp_id, user_id: person.id, participant_id: child })
    const upcoming = await itemsOf<PersonBooking>(person, '/bookings')
    expect(upcoming.map(({ kind, title, participant_name }) => [kind, title, participant_name])).toEqual([
      ['booking', expect.stringContaining('Cage'), null],
      ['class_registration', 'Hitting', 'Kit Child'],
      ['camp_registration', 'Spring Camp', 'Kit Child'],
    ])
    expect(upcoming[0]).toMatchObject({ id: later, status: 'pending payment', total_cost: 20 })
    expect(await itemsOf<PersonBooking>(person, '/bookings?when=past')).toHaveLength(1)
  })

  test('pages by cursor, each booking once', async () => {
    const person = await addPerson(app)
    const ids = [await book(person), await book(person), await book(person)]
    const first = await bodyOf<{ items: PersonBooking[]; cursor: string }>(
      call('GET', person, '/bookings?page_size=2'),
    )
    const rest = await itemsOf<PersonBooking>(person, `/bookings?page_size=2&cursor=${first.cursor}`)
    expect([...first.items, ...rest].map(({ id }) => id)).toEqual(ids)
    const other = await call('GET', person, `/bookings?when=past&page_size=2&cursor=${first.cursor}`)
    expect(await refusalOf(other)).toEqual([400, 'cursor_invalid'])
    expect(await refusalOf(await call('GET', nobody, '/bookings'))).toEqual([404, 'user_not_found'])
  })
})

describe('list-person-messages', () => {
  test('shows subjects, and what can be sent again', async () => {
    const person = await addPerson(app)
    const values = {
      template: 'invitation',
      to_email: person.email,
      to_user_id: person.id,
      data: JSON.stringify({}),
      attempts: 10,
    }
    const rows = await app.db
      .insertInto('outbox')
      .values([
        { ...values, status: 'failed', last_error: 'Mailbox full' },
        { ...values, status: 'sent', sent_at: new Date() },
      ])
      .returning(['id', 'status'])
      .execute()
    const [failed, sent] = ['failed', 'sent'].map((status) => rows.find((row) => row.status === status)?.id)
    expect(await itemsOf<PersonMessage>(await addPerson(app), '/messages')).toEqual([])
    const messages = await itemsOf<PersonMessage>(person, '/messages')
    expect(messages.find(({ id }) => id === failed)).toMatchObject({
      can_resend: true,
      last_error: 'Mailbox full',
    })
    for (const { subject } of messages) expect(subject).not.toMatch(/\{\{|undefined|^$/)
    expect(messages.find(({ id }) => id === sent)).toMatchObject({ can_resend: false })
  })
})

describe('list-person-participants, add-person-participant, update-person-participant', () => {
  test('the desk keeps a family for a parent who calls; both adults see it', async () => {
    const [one, other] = await Promise.all([addPerson(app), addPerson(app, { name: 'Other Parent' })])
    await addChild(app.db, [one, other], { name: 'Kit Child' })
    const added = await bodyOf<Participant>(
      call('POST', one, '/participants', { name: 'Lou Child', birth_date: '2017-03-04' }),
    )
    expect(added.adults.map(({ full_name }) => full_name)).toContain('Other Parent')
    const changed = await call('PATCH', other, `/participants/${added.id}`, { name: 'Louis Child' })
    expect(await bodyOf(changed)).toMatchObject({ name: 'Louis Child', birth_date: '2017-03-04' })
    const names = (await bodyOf<Participant[]>(call('GET', one, '/participants'))).map(({ name }) => name)
    expect(names).toEqual([expect.any(String), 'Kit Child', 'Louis Child'])
    const again = await call('POST', one, '/participants', { name: 'louis child', birth_date: '2017-03-04' })
    expect(await refusalOf(again)).toEqual([409, 'participant_exists'])
    const stranger = await addPerson(app)
    const foreign = await call('PATCH', stranger, `/participants/${added.id}`, { name: 'X' })
    expect(await refusalOf(foreign)).toEqual([404, 'participant_not_found'])
  })
})

describe('list-person-notes, create-person-note, update-person-note, delete-person-note', () => {
  const write = (person: Person, body: string, by = desk, pinned = false) =>
    bodyOf<PersonNote>(call('POST', person, '/notes', { body, pinned }, by))

  test('are for staff, pinned first, with who wrote them', async () => {
    const person = await addPerson(app)
    await write(person, 'First')
    await write(person, 'On top', admin, true)
    await write(person, 'Last')
    const notes = await itemsOf<PersonNote>(person, '/notes')
    expect(notes.map(({ body, written_by, is_mine }) => [body, written_by, is_mine])).toEqual([
      ['On top', 'Ada Admin', false],
      ['Last', 'Dee Desk', true],
      ['First', 'Dee Desk', true],
    ])
    expect((await call('GET', person, '/notes', undefined, person)).status).toBe(403)
    const data = await (await app.request('/api/me/data', { cookie: person.cookie })).text()
    expect(data).not.toContain('On top')
  })

  test('are changed by their writer, pinned by anybody, deleted by writer and admin', async () => {
    const person = await addPerson(app)
    const [mine, theirs] = [await write(person, 'Mine'), await write(person, 'Theirs', admin)]
    const change = (id: string, json: object) => call('PATCH', person, `/notes/${id}`, json)
    expect(await bodyOf(change(mine.id, { body: 'Changed' }))).toMatchObject({ body: 'Changed' })
    expect(await bodyOf(change(theirs.id, { pinned: true }))).toMatchObject({ body: 'Theirs', pinned: true })
    expect(await refusalOf(await change(theirs.id, { body: 'No' }))).toEqual([403, 'note_of_others'])
    const remove = (id: string, by = desk, of = person) => call('DELETE', of, `/notes/${id}`, undefined, by)
    expect(await refusalOf(await remove(theirs.id))).toEqual([403, 'note_of_others'])
    expect(await refusalOf(await remove(mine.id, desk, admin))).toEqual([404, 'note_not_found'])
    expect((await remove(mine.id, admin)).status).toBe(204)
    expect(await refusalOf(await change(mine.id, { pinned: true }))).toEqual([404, 'note_not_found'])
  })

  test('are in the audit log without their text', async () => {
    const person = await addPerson(app)
    const { id } = await write(person, 'Owes the coach a lunch')
    const [entry] = await app.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).execute()
    expect(entry).toMatchObject({ action: 'INSERT', user_id: desk.id })
    expect(JSON.stringify(entry)).not.toContain('lunch')
  })
})

describe('list-person-sessions, end-person-session, end-person-sessions', () => {
  test('end devices at once; the desk only those of customers', async () => {
    const person = await addPerson(app)
    await signIn(app, person.email, 'play-ball-2026')
    const [first] = await bodyOf<{ id: string }[]>(call('GET', person, '/sessions'))
    expect((await call('POST', person, `/sessions/${first?.id}/end`)).status).toBe(204)
    expect(await refusalOf(await call('POST', person, `/sessions/${first?.id}/end`))).toEqual([
      404,
      'session_not_found',
    ])
    expect(await bodyOf(call('POST', person, '/sessions/end'))).toEqual({ ended: 1 })
    expect((await app.request('/api/me/sessions', { cookie: person.cookie })).status).toBe(401)
    expect(await refusalOf(await call('POST', admin, '/sessions/end'))).toEqual([403, 'staff_sessions_kept'])
    expect(await bodyOf(call('POST', admin, '/sessions/end', undefined, admin))).toEqual({ ended: 0 })
    // Its own too, all but the one that asks.
    await signIn(app, desk.email, 'play-ball-2026')
    expect(await bodyOf(call('POST', desk, '/sessions/end'))).toEqual({ ended: 1 })
    expect((await call('GET', desk)).status).toBe(200)
  })
})

describe('set-person-unpaid-limit, clear-person-unpaid-limit', () => {
  const limit = (person: Person, json: object) => call('PUT', person, '/unpaid-limit', json)
  const ownBooking = ({ cookie }: Person, from: string, to: string) =>
    app.request('/api/bookings', {
      json: { bookingDetails: [group(cages[0] ?? '', tuesday(0), from, to)], totalAmount: 30 },
      cookie,
    })

  test('let one person keep more or less than the facility says', async () => {
    const person = await addPerson(app)
    expect(await bodyOf(limit(person, { hours: 1, reason: 'Two no-shows' }))).toEqual({ limit_minutes: 60 })
    expect((await pageOf(person)).unpaid.own_limit).toMatchObject({
      hours: 1,
      reason: 'Two no-shows',
      set_by_name: 'Dee Desk',
    })
    await book(person)
    await book(person)
    expect(await refusalOf(await ownBooking(person, '18:00', '19:00'))).toEqual([409, 'unpaid_hours_limit'])
    expect(await bodyOf(limit(person, { hours: null, reason: 'Pays monthly' }))).toEqual({
      limit_minutes: null,
    })
    expect((await ownBooking(person, '18:00', '19:00')).status).toBe(201)
    expect((await call('DELETE', person, '/unpaid-limit')).status).toBe(204)
    expect((await pageOf(person)).unpaid).toMatchObject({ limit_minutes: 240, own_limit: null })
  })

  test('take a whole number of hours and a reason', async () => {
    const person = await addPerson(app)
    for (const json of [
      { hours: -1, reason: 'x' },
      { hours: 1.5, reason: 'x' },
      { hours: 3, reason: ' ' },
    ]) {
      expect(await refusalOf(await limit(person, json))).toEqual([400, 'invalid_input'])
    }
    expect((await pageOf(person)).unpaid.own_limit).toBeNull()
  })
})

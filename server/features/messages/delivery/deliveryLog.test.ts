import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoggedMessage, MessageDetails } from '../../../../shared/contract/messages/messageDelivery.ts'
import type { Db } from '../../../db/database.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { deliverHeld, facility, fakeMailer, holdMail } from '../../../test/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres.ts'
import { explainedDatabase } from '../../../test/queryPlans.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { builtInTemplates } from '../templates.ts'
import { readLog } from './deliveryLog.ts'
import { plainProblem } from './deliveryProblem.ts'
import { purgeMessages } from './outbox.ts'

describe('the delivery log', () => {
  let app: TestApp
  let desk: Person
  beforeAll(async () => {
    app = await startTestApp()
    desk = await addPerson(app, { role: 'desk' })
    await holdMail(app.db)
  })
  afterAll(() => app.close())
  beforeEach(() => app.db.deleteFrom('outbox').execute())

  type Row = Parameters<ReturnType<Db['insertInto']>['values']>[0] & Record<string, unknown>
  const changed = {
    template: 'password-changed',
    data: JSON.stringify({ full_name: 'Jo Slugger', reset_url: 'https://x.test/auth?mode=reset-password' }),
  }
  const secret = {
    template: 'reset-password',
    data: JSON.stringify({ full_name: 'Jo Slugger', reset_url: 'https://x.test/auth#access_token=t0ken' }),
  }
  async function add(row: Record<string, unknown> = {}): Promise<string> {
    const { id } = await app.db
      .insertInto('outbox')
      .values({
        ...changed,
        to_email: 'jo@example.test',
        next_attempt_at: new Date(0),
        ...row,
      } as Row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const list = async (query: Record<string, string> = {}) =>
    bodyOf<{ items: LoggedMessage[]; cursor: string | null; failed: number; templates: string[] }>(
      app.request(`/api/admin/messages?${new URLSearchParams(query)}`, { cookie: desk.cookie }),
    )
  const read = (id: string) => app.request(`/api/admin/messages/${id}`, { cookie: desk.cookie })
  const details = (id: string) => bodyOf<MessageDetails>(read(id))
  const post = (path: string, json?: unknown) =>
    app.request(`/api/admin/messages/${path}`, { method: 'POST', cookie: desk.cookie, json })
  const rowOf = (id: string) =>
    app.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const deliver = (mailer = fakeMailer()) => deliverHeld(app.context, mailer)

  test('list-messages shows each state, filters by it, by kind and by day, and pages', async () => {
    const failed = { status: 'failed', last_error: '550 5.1.1 No such user', attempts: 1 }
    const soon = new Date(Date.now() + 7_200_000)
    const ids = {
      waiting: await add({ attempts: 2, next_attempt_at: soon, last_error: 'connect ECONNREFUSED 1.2.3.4' }),
      sent: await add({ status: 'sent', sent_at: new Date(), attempts: 1 }),
      failed: await add(failed),
      dismissed: await add({ ...failed, dismissed_at: new Date() }),
      withheld: '',
    }
    const change = await app.db
      .insertInto('staff_changes')
      .values({ made_by: desk.id, made_at: new Date(), withheld_until: soon })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.withheld = await add({ staff_change_id: change.id })
    for (const [state, id] of Object.entries(ids)) {
      const { items } = await list({ state })
      expect(
        items.map((item) => [item.id, item.state]),
        state,
      ).toEqual([[id, state]])
    }
    const all = await list({ page_size: '3' })
    const rest = await list({ page_size: '3', cursor: all.cursor ?? '' })
    expect([...all.items, ...rest.items]).toHaveLength(5)
    expect([all.failed, rest.cursor]).toEqual([1, null])
    expect(all.templates).toContain('booking-confirmed')
    const [waiting] = (await list({ state: 'waiting' })).items
    expect(waiting).toMatchObject({
      subject: 'Your Golden Triangle Batting Cages password was changed',
      recipient_name: 'Jo Slugger',
      problem: 'The mail server could not be reached.',
      next_attempt_at: soon.toISOString(),
      can_resend: false,
    })

    await add({ template: 'account-exists', created_at: new Date('2026-03-01T06:30:00Z') })
    expect((await list({ template: 'account-exists' })).items).toHaveLength(1)
    // Half past midnight in Texas.
    expect((await list({ day: '2026-03-01' })).items).toHaveLength(1)
    expect((await list({ day: '2026-02-28' })).items).toHaveLength(0)
  })

  test.each([
    ['an address', 'jo@exam'],
    ['a name', 'slugger'],
    ['a subject, once it was tried', 'password changed'],
    ['two words of different parts', 'jo changed'],
  ])('is searched by %s', async (_what, search_query) => {
    await add()
    await add({
      to_email: 'other@example.test',
      data: JSON.stringify({ full_name: 'Bo', reset_url: 'x' }),
      template: 'reset-password',
    })
    await deliver()

    expect((await list({ search_query })).items.map(({ to_email }) => to_email)).toEqual(['jo@example.test'])
    expect((await list({ search_query: `${search_query} zebra` })).items).toEqual([])
  })

  test('get-message shows what was sent, with the texts of then', async () => {
    const admin = await addPerson(app, { role: 'admin' })
    const save = async (subject_template: string) => {
      const { templates } = await bodyOf<{ templates: { id: string; key: string }[] }>(
        app.request('/api/admin/email-templates', { cookie: admin.cookie }),
      )
      const found = templates.find(({ key }) => key === 'password-changed')
      const json = { ...found, subject_template }
      await app.request(`/api/admin/email-templates/${found?.id}`, {
        method: 'PUT',
        json,
        cookie: admin.cookie,
      })
    }
    await save('First {{full_name}}')
    const id = await add()
    await deliver()
    await save('Second {{full_name}}')

    expect(await details(id)).toMatchObject({
      state: 'sent',
      subject: 'First Jo Slugger',
      content: { subject: 'First Jo Slugger', html: expect.stringContaining('Hi Jo,') },
      can_send_again: true,
    })
    await app.db.deleteFrom('email_templates').execute()
  })

  test('a personal link is shown to nobody: not while it waits, not after it failed, not once it is sent', async () => {
    const mailer = fakeMailer()
    mailer.refused.add('gone@example.test')
    const waiting = await add({ ...secret, next_attempt_at: new Date(Date.now() + 7_200_000) })
    const failed = await add({ ...secret, to_email: 'gone@example.test' })
    const sent = await add({ ...secret, to_user_id: desk.id })
    await deliver(mailer)

    const answers = await Promise.all([waiting, failed, sent].map(async (id) => (await read(id)).text()))
    const listed = await (await app.request('/api/admin/messages', { cookie: desk.cookie })).text()

    for (const text of [...answers, listed]) expect(text).not.toMatch(/t0ken|access_token/)
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({
      has_personal_link: true,
      content: { html: expect.stringContaining('[personal link, hidden]') },
    })
    expect(JSON.parse(answers[2] ?? '')).toMatchObject({ content: null, recipient_name: 'Pat Example' })
    expect(mailer.taken.find(({ to }) => to === 'jo@example.test')?.text).toContain('#access_token=t0ken')
  })

  test('a subject that an admin once gave a link does not show it either', async () => {
    const texts = { html_template: '{{reset_url}}', text_template: '{{reset_url}}' }
    await app.db
      .insertInto('email_templates')
      .values({ name: 'reset-password', subject_template: 'Open {{reset_url}}', ...texts })
      .execute()
    await add(secret)

    expect((await list()).items[0]?.subject).toBe('Open [personal link, hidden]')
    await app.db.deleteFrom('email_templates').execute()
  })

  test('send-message-again sends a copy of its own, once', async () => {
    const id = await add()
    const mailer = await deliver()
    const two = await Promise.all([post(`${id}/copies`), post(`${id}/copies`)])
    await deliver(mailer)

    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refusalOf(await post(`${id}/copies`))).toEqual([409, 'message_copied'])
    expect(mailer.taken.map(({ to, subject }) => [to, subject])).toEqual([
      ['jo@example.test', 'Your Golden Triangle Batting Cages password was changed'],
      ['jo@example.test', 'Your Golden Triangle Batting Cages password was changed'],
    ])
    expect(new Set(mailer.taken.map(({ messageId }) => messageId)).size).toBe(2)
    expect((await details(id)).copies).toMatchObject([{ state: 'sent' }])
  })

  test('send-message-again refuses personal links and what was not sent; resend-message and dismiss-message what has not failed', async () => {
    const waiting = await add({ next_attempt_at: new Date(Date.now() + 7_200_000) })
    const linked = await add(secret)
    await deliver()

    for (const act of ['resend', 'dismiss'])
      expect(await refusalOf(await post(`${waiting}/${act}`))).toEqual([409, 'message_not_failed'])

    expect(await refusalOf(await post(`${linked}/copies`))).toEqual([409, 'message_has_link'])
    expect(await refusalOf(await post(`${waiting}/copies`))).toEqual([409, 'message_not_sent'])
    expect(await refusalOf(await post(`${randomUUID()}/copies`))).toEqual([404, 'message_not_found'])
    expect(await refusalOf(await read(randomUUID()))).toEqual([404, 'message_not_found'])
    expect(await app.db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
  })

  test('correct-message-address sends what came back to another address, and never a personal link', async () => {
    const failed = { status: 'failed', attempts: 10, last_error: '550 no such user' }
    const id = await add(failed)
    const linked = await add({ ...secret, ...failed })
    const waiting = await add({ next_attempt_at: new Date(Date.now() + 7_200_000) })
    const to = { to_email: ' Right@Example.test ' }

    expect(await bodyOf(post(`${id}/address`, to))).toEqual({
      message: 'The message is sent to right@example.test.',
    })
    const mailer = await deliver()

    expect(mailer.taken.map((mail) => mail.to)).toEqual(['right@example.test'])
    expect(await rowOf(id)).toMatchObject({ status: 'sent', to_email: 'right@example.test' })
    expect(await refusalOf(await post(`${linked}/address`, to))).toEqual([409, 'message_has_link'])
    expect(await refusalOf(await post(`${waiting}/address`, to))).toEqual([409, 'message_not_failed'])
    expect(await refusalOf(await post(`${randomUUID()}/address`, to))).toEqual([404, 'message_not_found'])
    expect(await refusalOf(await post(`${id}/address`, { to_email: 'nowhere' }))).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('resend-failed-messages tries again what failed until then, and not what was dismissed', async () => {
    const failed = { status: 'failed', attempts: 10, last_error: '421 later' }
    const old = await add({ ...failed, created_at: new Date(Date.now() - 60_000) })
    const left = await add({ ...failed, dismissed_at: new Date(), created_at: new Date(Date.now() - 60_000) })
    const later = await add({ ...failed, created_at: new Date(Date.now() + 60_000) })

    const answer = await bodyOf(post('resend-failed', { failed_before: new Date().toISOString() }))

    expect(answer).toEqual({ message: '1 message is sent again.', resent: 1, left: 1 })
    expect(await rowOf(old)).toMatchObject({ status: 'queued', attempts: 0, last_error: null })
    expect([(await rowOf(left)).status, (await rowOf(later)).status]).toEqual(['failed', 'failed'])
    expect(await refusalOf(await post('resend-failed', { failed_before: 'soon' }))).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('the log is the desk’s and the admins’', async () => {
    const id = await add()
    const calls = [
      '',
      `/${id}`,
      `/${id}/copies`,
      `/${id}/resend`,
      `/${id}/address`,
      `/${id}/dismiss`,
      '/resend-failed',
    ] as const
    const json = { to_email: 'right@example.test', failed_before: new Date().toISOString() }
    for (const role of [undefined, 'user', 'coach', 'desk', 'admin'] as const) {
      const cookie = role && (await addPerson(app, { role })).cookie
      for (const path of calls) {
        const init = ['', `/${id}`].includes(path) ? {} : { method: 'POST', json }
        const { status } = await app.request(`/api/admin/messages${path}`, {
          ...init,
          ...(cookie && { cookie }),
        })
        const allowed = [200, 409].includes(status)
        expect([role, path, allowed ? 'allowed' : status]).toEqual([
          role,
          path,
          role === 'admin' || role === 'desk' ? 'allowed' : role ? 403 : 401,
        ])
      }
    }
  })

  test('messages and finished contact messages go after 400 days; what waits stays', async () => {
    const old = new Date(Date.now() - 401 * 86_400_000)
    await add({ status: 'sent', created_at: old })
    const kept = [await add({ created_at: old }), await add({ status: 'sent' })]
    const written = { name: 'Dana', phone: '1', subject: 'general' as const, message: 'Hi', created_at: old }
    await app.db
      .insertInto('contact_messages')
      .values([{ ...written, handled_at: old }, written])
      .execute()

    await purgeMessages.run(app.context)

    const left = await app.db.selectFrom('outbox').select('id').execute()
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort())
    expect(await app.db.selectFrom('contact_messages').select('handled_at').execute()).toEqual([
      { handled_at: null },
    ])
  })
})

test.each([
  ['550 5.1.1 <a@b.c>: Recipient address rejected: User unknown', /does not exist/],
  ['connect ECONNREFUSED 127.0.0.1:25', /could not be reached/],
  ['The mail server took longer than 40 seconds.', /could not be reached/],
  ['Invalid login: 535 5.7.8 Authentication failed', /login/],
  ['452 4.2.2 mailbox full', /full/],
  ['554 5.7.1 Message blocked due to spam content', /spam/],
  ['The person unsubscribed.', /unsubscribed/],
  ['421 4.3.0 something odd', /did not accept/],
])('%s is told in plain words', (said, told) => {
  expect(plainProblem(said)).toMatch(told)
})

const MESSAGES = 60_000

describe('with many messages', () => {
  let database: TestDatabase
  let explained: ReturnType<typeof explainedDatabase>
  beforeAll(async () => {
    database = await createTestDatabase()
    explained = explainedDatabase(database.url, ['outbox'])
    await sql`
      insert into outbox (template, to_email, data, status, subject, recipient_name, dismissed_at, created_at)
      select case when n % 5000 = 0 then 'newsletter' else 'booking-confirmed' end, 'p' || n || '@example.test',
        '{}', case when n % 2000 = 0 then 'failed' when n % 3001 = 0 then 'queued' else 'sent' end,
        'Booking confirmed: Cage ' || n % 12, case when n % 20000 = 0 then 'José García' else 'Player ' || n end,
        case when n % 4000 = 0 then now() end, timestamptz '2025-01-01' + n * interval '5 minutes'
      from generate_series(1, ${sql.lit(MESSAGES)}) n`.execute(explained.db)
    await sql`analyze outbox`.execute(explained.db)
  }, 60_000)
  afterAll(async () => {
    await explained.db.destroy()
    await database.drop()
  })

  test.each<[string, object]>([
    ['first page', {}],
    ['page of what failed', { state: 'failed' }],
    ['page of what was dismissed', { state: 'dismissed' }],
    ['page of what waits', { state: 'waiting' }],
    ['page of a rare kind', { template: 'newsletter' }],
    ['page of a day', { day: '2025-03-01' }],
    ['search for few', { search_query: 'garcia' }],
    ['search for many', { search_query: 'booking player' }],
  ])('the %s reads no whole table', async (_what, query) => {
    const reading = {
      now: new Date(),
      zone: 'America/Chicago',
      sender: { facility, siteUrl: 'https://x.test' },
    }
    const costs = await explained.costsOf(() => readLog(explained.db, { page_size: 15, ...query }, reading))

    for (const { text, buffers, scanned } of costs) {
      expect(scanned, text).toEqual([])
      expect(buffers, text).toBeLessThanOrEqual(2_000)
    }
  })
})

test('every kind of message has a name that the filter can show', () => {
  for (const name of Object.keys(builtInTemplates)) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

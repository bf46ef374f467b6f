import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type {
  ContactMessageDetails,
  ListedContactMessage,
} from '../../../../shared/contract/messages/contactMessages.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { deliverHeld, holdMail } from '../../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'

let app: TestApp
let desk: Person
let other: Person
beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk', name: 'Casey Frontdesk' })
  other = await addPerson(app, { role: 'admin', name: 'Olga Other' })
  await holdMail(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('contact_messages').execute()
  await app.db.deleteFrom('outbox').execute()
})

const written = {
  name: 'Dana Shortstop',
  phone: '(409) 555-0142',
  email: 'dana@example.test' as string | null,
  subject: 'team-training' as const,
  message: 'We are a team of twelve.',
}
const add = async (changes: Partial<typeof written> = {}) =>
  (
    await app.db
      .insertInto('contact_messages')
      .values({ ...written, ...changes })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const list = async (query: Record<string, string> = {}) =>
  (
    await bodyOf<{ items: ListedContactMessage[] }>(
      app.request(`/api/admin/contact-messages?${new URLSearchParams(query)}`, { cookie: desk.cookie }),
    )
  ).items
const details = (id: string) =>
  bodyOf<ContactMessageDetails>(app.request(`/api/admin/contact-messages/${id}`, { cookie: desk.cookie }))
const reply = (id: string, json: object, { cookie } = desk, headers = {}) =>
  app.request(`/api/admin/contact-messages/${id}/replies`, { json, cookie, headers })
const mark = (id: string, done: boolean, { cookie } = desk) =>
  app.request(`/api/admin/contact-messages/${id}/status`, { method: 'PUT', json: { done }, cookie })

test('list-contact-messages finds by name, address, phone and text, and update-contact-message-status moves between the states', async () => {
  const id = await add()
  await add({ name: 'Bo Pitcher', email: null, phone: '(713) 555-0100', message: 'Is there parking?' })

  for (const search_query of ['dana', 'dana@exam', '409 555 0142', 'twelve']) {
    expect((await list({ search_query })).map((item) => item.id)).toEqual([id])
  }
  expect((await list({ state: 'new' })).map(({ name }) => name)).toEqual(['Bo Pitcher', 'Dana Shortstop'])
  await mark(id, true)
  expect(await list({ state: 'done' })).toMatchObject([
    { id, state: 'done', handled_by_name: 'Casey Frontdesk' },
  ])
  expect((await list({ state: 'open' })).map(({ name }) => name)).toEqual(['Bo Pitcher'])
  await mark(id, false, other)
  expect(await list({ state: 'done' })).toEqual([])
  expect(await details(id)).toMatchObject({ state: 'new', handled_at: null, handled_by_name: null })
})

test('reply-contact-message mails the visitor, and a second reply continues the conversation', async () => {
  const id = await add()

  const first = await reply(id, { body: 'Thursday works.\nSee you!', expected_revision: 0 })
  const second = await reply(id, { body: 'Bring helmets.', done: true, expected_revision: 1 }, other)
  const mailer = await deliverHeld(app.context)

  expect([first.status, second.status]).toEqual([201, 201])
  const [one, two] = mailer.taken
  expect(one).toMatchObject({
    to: 'dana@example.test',
    subject: 'Re: Team training at Golden Triangle Batting Cages',
    text: expect.stringMatching(
      /Thursday works\.\nSee you!\n\nCasey Frontdesk[\s\S]*We are a team of twelve\./,
    ),
    headers: { 'Reply-To': expect.stringContaining('@'), 'Auto-Submitted': 'no' },
  })
  expect(two?.headers).toMatchObject({ 'In-Reply-To': one?.messageId, References: one?.messageId })
  expect(await list({ state: 'done' })).toMatchObject([{ id, last_reply: 'Bring helmets.' }])
  expect(await details(id)).toMatchObject({
    state: 'done',
    revision: 2,
    handled_by_name: 'Olga Other',
    replies: [
      { body: 'Thursday works.\nSee you!', sent_by_name: 'Casey Frontdesk', state: 'sent' },
      { body: 'Bring helmets.', sent_by_name: 'Olga Other', state: 'sent' },
    ],
  })
})

test('of two who reply at once one is told of the other, and the visitor is answered once', async () => {
  const id = await add()
  const answers = await Promise.all([
    reply(id, { body: 'Yes.', expected_revision: 0 }),
    reply(id, { body: 'Yes!', expected_revision: 0 }, other),
  ])

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(await late?.json()).toMatchObject({
    code: 'changed_meanwhile',
    details: { changed_by: expect.stringMatching(/Casey Frontdesk|Olga Other/) },
  })
  expect(await app.db.selectFrom('outbox').select('id').execute()).toHaveLength(1)
})

test('a reply sent twice under one key is sent once', async () => {
  const id = await add()
  const key = { 'idempotency-key': 'contact-reply-1' }
  const json = { body: 'Yes.', expected_revision: 0 }

  const answers = [await reply(id, json, desk, key), await reply(id, json, desk, key)]

  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await app.db.selectFrom('contact_replies').select('id').execute()).toHaveLength(1)
})

test('what cannot be answered is refused, and nothing is sent', async () => {
  const id = await add({ email: null })
  const json = { body: 'Hello', expected_revision: 0 }

  expect(await refusalOf(await reply(id, json))).toEqual([409, 'contact_email_missing'])
  expect(await refusalOf(await reply(randomUUID(), json))).toEqual([404, 'contact_message_not_found'])
  expect(await refusalOf(await reply(id, { ...json, body: ' ' }))).toEqual([400, 'invalid_input'])
  expect(await refusalOf(await reply(id, { ...json, body: 'x'.repeat(5001) }))).toEqual([
    400,
    'invalid_input',
  ])
  expect(await refusalOf(await mark(randomUUID(), true))).toEqual([404, 'contact_message_not_found'])
  expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('a customer reads their own message with its replies in their data, and get-contact-message names the account', async () => {
  const customer = await addPerson(app)
  const id = await add({ email: customer.email })
  await reply(id, { body: 'Only for you.', expected_revision: 0 })

  const file = await (await app.request('/api/me/data', { cookie: customer.cookie })).text()

  expect(file).toContain('Only for you.')
  expect((await details(id)).user_id).toBe(customer.id)
})

test('the audit log says who replied and who was done with it, without the reply', async () => {
  const id = await add()
  await reply(id, { body: 'Just between us.', done: true, expected_revision: 0 })

  const entries = await app.db
    .selectFrom('audit_log')
    .select(['table_name', 'action', 'user_id', 'new_values'])
    .where('table_name', 'in', ['contact_replies', 'contact_messages'])
    .where('user_id', '=', desk.id)
    .orderBy('created_at', 'desc')
    .limit(2)
    .execute()
  expect(entries).toMatchObject([
    { table_name: 'contact_messages', action: 'UPDATE', new_values: { handled_by: desk.id, revision: 1 } },
    { table_name: 'contact_replies', action: 'INSERT', new_values: { body: '[hidden]' } },
  ])
})

test.each([
  [undefined, 401],
  ['user', 403],
  ['coach', 403],
] as const)('is not for %s', async (role, status) => {
  const id = await add()
  const cookie = role ? (await addPerson(app, { role })).cookie : ''
  const answers = [
    await app.request('/api/admin/contact-messages', { cookie }),
    await app.request(`/api/admin/contact-messages/${id}`, { cookie }),
    await reply(id, { body: 'Hi', expected_revision: 0 }, { ...desk, cookie }),
    await mark(id, true, { ...desk, cookie }),
  ]

  expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
  expect((await details(id)).state).toBe('new')
})

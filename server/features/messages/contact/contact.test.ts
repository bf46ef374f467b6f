import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDevice } from '../../../http/limits/deviceCookie.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson } from '../../../test/factories.ts'
import { agedFormToken } from '../../../test/formToken.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'

let ahead = 0
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { RATE_LIMITS: 'true' },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  ahead += 2 * 3_600_000
  await app.db.deleteFrom('contact_messages').execute()
  await app.db.deleteFrom('outbox').execute()
})

const message = (changes: Record<string, unknown> = {}) => ({
  name: 'Dana Shortstop',
  phone: '(409) 555-0142',
  subject: 'team-training',
  message: 'We are twelve.\nTwo cages on Thursdays?',
  form_token: agedFormToken(app),
  ...changes,
})

const send = (json: unknown, key?: string) =>
  app.request('/api/contact', { json, headers: key ? { 'idempotency-key': key } : {} })

const kept = () => app.db.selectFrom('contact_messages').selectAll().execute()
const queued = () => app.db.selectFrom('outbox').selectAll().execute()

describe('send-contact-message', () => {
  test('stores the message and mails it to the facility, with the visitor as Reply-To', async () => {
    const response = await send(message({ phone: '4095550142', email: ' Dana@Example.com ' }))

    expect(response.status).toBe(201)
    expect(await bodyOf(response)).toEqual({ sent: true })
    expect(await kept()).toMatchObject([
      {
        name: 'Dana Shortstop',
        phone: '(409) 555-0142',
        subject: 'team-training',
        email: 'dana@example.com',
        handled_at: null,
      },
    ])
    const { email } = await app.context.facility.get()
    expect(await queued()).toMatchObject([
      {
        template: 'contact-message',
        to_email: email,
        reply_to: 'dana@example.com',
        data: { subject: 'Team training', message: 'We are twelve.\nTwo cages on Thursdays?' },
      },
    ])
  })

  test('accepts a message from a signed-in person, and one without an address', async () => {
    const { cookie } = await addPerson(app)

    const response = await app.request('/api/contact', { json: message(), cookie })

    expect(response.status).toBe(201)
    expect(await kept()).toMatchObject([{ email: null }])
  })

  test('sent twice under one key is one message', async () => {
    const body = message()

    const answers = await Promise.all([send(body, 'contact-key-1'), send(body, 'contact-key-1')])

    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await kept()).toHaveLength(1)
    expect(await queued()).toHaveLength(1)
  })

  test('takes a name of 100 and a message of 2000 characters, of any script', async () => {
    const response = await send(message({ name: 'é'.repeat(100), message: '野球'.repeat(1000) }))

    expect(response.status).toBe(201)
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a name that starts a header', { name: 'Dana\r\nBcc: all@example.com' }],
    ['a name with a zero byte', { name: 'Da\u0000na' }],
    ['half a character', { name: 'Dana \ud83d' }],
    ['no phone', { phone: '' }],
    ['a phone of two lines', { phone: '1\n2' }],
    ['a phone that is none', { phone: '12' }],
    ['no subject', { subject: undefined }],
    ['a subject of its own', { subject: 'you-won' }],
    ['no message', { message: '\n \n' }],
    ['a message of 2001 characters', { message: 'x'.repeat(2001) }],
    ['a message with a zero byte', { message: 'a\u0000b' }],
    ['something that is no address', { email: 'dana at example' }],
    ['an address that starts a header', { email: 'dana@example.com\r\nBcc: all@example.com' }],
  ])('refuses %s', async (_what, changes) => {
    expect(await refusalOf(await send(message(changes)))).toEqual([400, 'invalid_input'])
    expect(await kept()).toHaveLength(0)
  })

  test('refuses a form without a valid token, and stores nothing', async () => {
    const answers = await Promise.all([
      send(message({ form_token: undefined })),
      send(message({ form_token: 'made.up.token' })),
    ])

    for (const answer of answers) expect(await refusalOf(answer)).toEqual([400, 'form_check_failed'])
    expect(await kept()).toHaveLength(0)
  })

  test('answers a program that filled in the hidden field as if the message were accepted', async () => {
    const response = await send(message({ website: 'https://spam.test' }))

    expect(response.status).toBe(201)
    expect(await bodyOf(response)).toEqual({ sent: true })
    expect(await kept()).toHaveLength(0)
    expect(await queued()).toHaveLength(0)
  })

  test('limits one device to five messages, and another device can still write', async () => {
    const device = newDevice()
    for (let count = 0; count < 5; count += 1)
      expect((await send(message({ form_token: agedFormToken(app, device) }))).status).toBe(201)

    const stopped = await send(message({ form_token: agedFormToken(app, device) }))

    expect(await refusalOf(stopped)).toEqual([429, 'too_many_requests'])
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await send(message())).status).toBe(201)
  })

  test('does not count a replay as an attempt, and answers it after the limit is reached', async () => {
    const device = newDevice()
    const written = message({ form_token: agedFormToken(app, device) })
    for (let count = 0; count < 8; count += 1) expect((await send(written, 'same-message')).status).toBe(201)
    for (let count = 0; count < 4; count += 1)
      expect((await send(message({ form_token: agedFormToken(app, device) }))).status).toBe(201)
    expect((await send(message({ form_token: agedFormToken(app, device) }))).status).toBe(429)
    expect((await send(written, 'same-message')).status).toBe(201)
    expect(await kept()).toHaveLength(5)
  })

  test('limits one network to twenty messages, however many devices it has', async () => {
    for (let count = 0; count < 20; count += 1) expect((await send(message())).status).toBe(201)

    expect((await send(message())).status).toBe(429)
    expect(await kept()).toHaveLength(20)
  })

  test('refuses a form from another site', async () => {
    const response = await app.request('/api/contact', {
      json: message(),
      headers: { origin: 'https://evil.test' },
    })

    expect(await refusalOf(response)).toEqual([403, 'origin_refused'])
  })
})

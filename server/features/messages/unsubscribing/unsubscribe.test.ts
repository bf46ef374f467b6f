import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system, transaction } from '../../../db/database.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { enqueueMessage } from '../commands.ts'
import { builtInTemplates } from '../templates.ts'
import { oneClickUrl, unsubscribePageUrl } from './unsubscribeLinks.ts'

const EMAIL = 'jo+news@example.com'

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
  await app.db.deleteFrom('unsubscribes').execute()
  await app.db.deleteFrom('outbox').execute()
})

const unsubscribed = async () =>
  (await app.db.selectFrom('unsubscribes').select('email').execute()).map(({ email }) => email)
const queued = () => app.db.selectFrom('outbox').selectAll().execute()

/** Email and signature of the link in a mail to this address. */
const linkOf = (email = EMAIL) => {
  const { searchParams } = new URL(unsubscribePageUrl(app.context, email))
  return { email: searchParams.get('email') ?? '', signature: searchParams.get('signature') ?? '' }
}
const oneClickPath = (email = EMAIL) => {
  const { pathname, search } = new URL(oneClickUrl(app.context, email))
  return pathname + search
}

describe('unsubscribe', () => {
  test('with the link of a mail stops marketing to its address', async () => {
    const response = await app.request('/api/unsubscribe', { json: linkOf() })

    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toEqual({ unsubscribed: true })
    expect(await unsubscribed()).toEqual([EMAIL])
  })

  test('again, or in another letter case, changes nothing', async () => {
    const { signature } = linkOf()
    await app.request('/api/unsubscribe', { json: linkOf() })

    const again = await app.request('/api/unsubscribe', { json: { email: EMAIL.toUpperCase(), signature } })

    expect(again.status).toBe(200)
    expect(await unsubscribed()).toEqual([EMAIL])
  })

  test.each([
    ['a signature that is made up', () => ({ email: EMAIL, signature: 'x'.repeat(43) })],
    [
      'the signature of another address',
      () => ({ email: 'other@example.com', signature: linkOf().signature }),
    ],
    ['a shortened signature', () => ({ email: EMAIL, signature: linkOf().signature.slice(1) })],
    ['a signature in another script', () => ({ email: EMAIL, signature: 'é'.repeat(43) })],
  ])('refuses %s', async (_what, link) => {
    const response = await app.request('/api/unsubscribe', { json: link() })

    expect(await refusalOf(response)).toEqual([400, 'unsubscribe_link_invalid'])
    expect(await unsubscribed()).toEqual([])
  })

  test('says that an address is missing', async () => {
    const response = await app.request('/api/unsubscribe', { json: { signature: 'x' } })

    expect(await bodyOf(response)).toMatchObject({
      code: 'email_missing',
      message: 'No email address provided.',
    })
  })

  test('refuses a request without a signature', async () => {
    const response = await app.request('/api/unsubscribe', { json: { email: EMAIL } })

    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
  })
})

describe('unsubscribe-one-click', () => {
  const form = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

  test.each([
    ['a form', form],
    [
      'a form of several parts',
      () => {
        const parts = new FormData()
        parts.set('List-Unsubscribe', 'One-Click')
        return parts
      },
    ],
  ])('takes %s from a mail program, which sends neither origin nor cookie', async (_what, body) => {
    const response = await app.request(oneClickPath(), { method: 'POST', body: body() })

    expect(response.status).toBe(200)
    expect(await unsubscribed()).toEqual([EMAIL])
  })

  test('leads a person who has no scripts back to a page that says what came of it', async () => {
    const post = (path: string) => app.request(path, { method: 'POST', body: form(), redirect: 'manual' })
    const wrong = await post(`${oneClickPath().replace(/signature=[^&]+/, 'signature=made-up')}&page=1`)
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, '/unsubscribe?failed=1'])
    expect(await unsubscribed()).toEqual([])

    const done = await post(`${oneClickPath()}&page=1`)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/unsubscribe?done=1'])
    expect(await unsubscribed()).toEqual([EMAIL])
    expect(await (await app.request('/unsubscribe?done=1')).text()).toContain('<h1>You’re Unsubscribed</h1>')
  })

  test('also accepts the form of a mail provider’s page', async () => {
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }

    const response = await app.request(oneClickPath(), { method: 'POST', body: form(), headers })

    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('relies on the signature, not on the session', async () => {
    const { cookie, email } = await addPerson(app)

    const path = oneClickPath(email).replace(/signature=[^&]+/, 'signature=made-up')
    const response = await app.request(path, { method: 'POST', body: form(), cookie })

    expect(await refusalOf(response)).toEqual([400, 'unsubscribe_link_invalid'])
    expect(await unsubscribed()).toEqual([])
  })

  test.each([
    ['another wish', new URLSearchParams({ 'List-Unsubscribe': 'No' }), undefined, [400, 'invalid_input']],
    ['an empty form', new URLSearchParams(), undefined, [400, 'invalid_input']],
    ['JSON', '{"List-Unsubscribe":"One-Click"}', 'application/json', [415, 'unsupported_media_type']],
    ['parts without an end', 'broken', 'multipart/form-data; boundary=x', [400, 'invalid_input']],
    ['parts without a boundary', 'broken', 'multipart/form-data', [400, 'invalid_input']],
  ] as const)('refuses %s', async (_what, body, type, refusal) => {
    const headers = type ? { 'content-type': type } : {}

    const response = await app.request(oneClickPath(), { method: 'POST', body, headers })

    expect(await refusalOf(response)).toEqual(refusal)
    expect(await unsubscribed()).toEqual([])
  })

  test('no other operation accepts a form, or a request from another site', async () => {
    const link = linkOf()
    const asForm = await app.request('/api/unsubscribe', { method: 'POST', body: new URLSearchParams(link) })
    const foreign = await app.request('/api/unsubscribe', {
      json: link,
      headers: { origin: 'https://evil.test' },
    })

    expect(asForm.status).toBe(415)
    expect(foreign.status).toBe(403)
    expect(await unsubscribed()).toEqual([])
  })
})

describe('open-unsubscribe-link', () => {
  test('redirects to the page and changes nothing', async () => {
    const response = await app.request(oneClickPath())

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`/unsubscribe?${new URLSearchParams(linkOf())}`)
    expect(await unsubscribed()).toEqual([])
  })

  test('redirects nowhere else, whatever the query contains', async () => {
    const query = new URLSearchParams({
      email: '//evil.test\r\nset-cookie: a=b',
      signature: '&next=//evil.test',
    })

    const response = await app.request(`/api/unsubscribe/one-click?${query}`)

    expect(response.headers.get('location')).toMatch(/^\/unsubscribe\?email=%2F%2Fevil\.test%0D%0A/)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('a GET of the operations changes nothing', async () => {
    const query = new URLSearchParams(linkOf())
    const page = await app.request(`/unsubscribe?${query}`)
    const operation = await app.request(`/api/unsubscribe?${query}`)

    expect(page.status).not.toBe(303)
    expect(operation.status).toBe(405)
    expect(await unsubscribed()).toEqual([])
  })
})

describe('resend-unsubscribe', () => {
  const resend = (json: unknown) => app.request('/api/unsubscribe/resend', { json })

  test('mails a link that works, and unsubscribes nobody', async () => {
    const response = await resend({ email: ' Jo+News@Example.com' })

    expect(response.status).toBe(200)
    expect(await unsubscribed()).toEqual([])
    const [row] = await queued()
    expect(row).toMatchObject({ template: 'unsubscribe-link', to_email: EMAIL })
    const { searchParams } = new URL(String(row?.data.unsubscribe_url))
    const link = Object.fromEntries(searchParams)
    expect((await app.request('/api/unsubscribe', { json: link })).status).toBe(200)
    expect(await unsubscribed()).toEqual([EMAIL])
  })

  test('answers the same for an account, an unknown address and an unsubscribed one', async () => {
    const { email } = await addPerson(app)
    await app.request('/api/unsubscribe', { json: linkOf() })

    const answers = await Promise.all(
      [email, 'stranger@example.com', EMAIL].map((each) => resend({ email: each })),
    )

    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(bodies).size).toBe(1)
  })

  test.each([{}, { email: '' }, { email: '  ' }])('says that an address is missing: %j', async (json) => {
    expect(await bodyOf(resend(json))).toMatchObject({
      code: 'email_missing',
      message: 'No email address provided.',
    })
  })

  test.each(['jo', 'jo@example.com\r\nBcc: all@example.com', `${'x'.repeat(250)}@example.com`, 7])(
    'refuses %j',
    async (email) => {
      expect(await refusalOf(await resend({ email }))).toEqual([400, 'invalid_input'])
      expect(await queued()).toHaveLength(0)
    },
  )

  test('mails one address at most three times an hour', async () => {
    for (let count = 0; count < 3; count += 1) expect((await resend({ email: EMAIL })).status).toBe(200)

    expect((await resend({ email: EMAIL })).status).toBe(429)
    expect((await resend({ email: 'other@example.com' })).status).toBe(200)
    expect(await queued()).toHaveLength(4)
  })
})

describe('marketing mail', () => {
  const enqueue = (template: 'newsletter' | 'booking-confirmed', email: string) =>
    transaction(app.db, system, (tx) =>
      enqueueMessage(tx, {
        template,
        to: { email },
        data: builtInTemplates[template].sample,
        dedupeKey: `${template}:${email}`,
      }),
    )

  test('is not queued for an unsubscribed address; receipts are', async () => {
    await app.request('/api/unsubscribe', { json: linkOf() })

    await enqueue('newsletter', EMAIL.toUpperCase())
    await enqueue('booking-confirmed', EMAIL)
    await enqueue('newsletter', 'other@example.com')

    const mails = (await queued()).map(({ template, to_email }) => `${template} ${to_email}`)
    expect(mails.sort()).toEqual([`booking-confirmed ${EMAIL}`, 'newsletter other@example.com'])
  })
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  PUBLISHABLE_KEY,
  type SandboxKit,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from '../../../../sandbox/sandboxTestKit.ts'
import type { CardConnection } from '../../../../shared/contract/facility/connections.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { type CardShop, startCardShop } from '../../payments/paymentTestKit.ts'

/** Stripe's API, as another server that speaks it. */
let stripe: SandboxKit
let shop: CardShop
let app: TestApp
let other: TestApp
let admin: Person
beforeAll(async () => {
  stripe = await startSandbox()
  shop = await startCardShop({ settings: { PAYMENT_SANDBOX: 'false', STRIPE_API_BASE: stripe.url } })
  app = shop.app
  other = await app.another()
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(async () => {
  await shop.close()
  await stripe.close()
})

const PATH = '/api/settings/cards'
const keys = (more: object = {}) => ({
  ...{ secret_key: SECRET_KEY, publishable_key: PUBLISHABLE_KEY, webhook_secret: WEBHOOK_SECRET, ...more },
})
const send = (method: string, path = PATH, json?: object, cookie = admin.cookie) =>
  app.request(path, { method, cookie, ...(json ? { json } : {}) })
const read = () => bodyOf<CardConnection>(send('GET'))
const modes = () =>
  Promise.all(
    [app, other].map(async (each) => {
      const { mode } = await bodyOf<{ mode: string }>(each.request('/api/payments/configuration'))
      return mode
    }),
  )

test('without keys no card is taken, and get-card-connection says what to enter at Stripe', async () => {
  expect(await read()).toMatchObject({
    ...{ source: 'none', mode: null, publishable_key: null, secret_hint: null, problem: null },
    ...{ webhook_url: `${app.url.replace('127.0.0.1', 'localhost')}/api/payments/webhook` },
    webhook_events: expect.arrayContaining(['payment_intent.succeeded', 'charge.dispute.created']),
  })
  expect(await modes()).toEqual(['unavailable', 'unavailable'])
  expect(await refusalOf(await send('POST', `${PATH}/test`))).toEqual([503, 'payments_unavailable'])
})

test('keys that Stripe accepts at save-card-connection are used by every process at once; test-card-connection and a customer pay', async () => {
  const saved = await send('PUT', PATH, keys())
  expect(await bodyOf(saved)).toMatchObject({
    ...{ source: 'settings', mode: 'test', publishable_key: PUBLISHABLE_KEY, webhook_heard_at: null },
    secret_hint: SECRET_KEY.slice(-4),
  })
  await expect.poll(modes).toEqual(['stripe', 'stripe'])
  const { cookie } = await addPerson(app)
  const opened = await other.request('/api/payments/intents', { json: shop.hour(), cookie })
  expect([opened.status, await bodyOf(opened)]).toMatchObject([201, { total_amount: 30 }])
  expect(await bodyOf(send('POST', `${PATH}/test`))).toEqual({ charged: true, words: '' })
  expect(await (await app.request('/')).text()).not.toContain('Test payments')
})

test('the first signed event shows that the webhook works; other keys have to show it again', async () => {
  const event = { type: 'customer.created', object: { id: 'cus_1', object: 'customer' } }
  expect((await shop.sendEvent(event, { secret: 'whsec_of_others' })).status).toBe(400)
  expect((await read()).webhook_heard_at).toBeNull()
  expect((await shop.sendEvent(event, { secret: WEBHOOK_SECRET })).status).toBe(200)
  expect((await read()).webhook_heard_at).not.toBeNull()
  await send('PUT', PATH, { publishable_key: PUBLISHABLE_KEY })
  expect((await read()).webhook_heard_at, 'with the same secret').not.toBeNull()
  await send('PUT', PATH, keys({ webhook_secret: 'whsec_another' }))
  expect((await read()).webhook_heard_at).toBeNull()
  await send('PUT', PATH, keys())
})

test('keys that Stripe refuses are not saved, and its own words are shown', async () => {
  const before = await read()
  const refused = await send('PUT', PATH, keys({ secret_key: 'sk_test_of_nobody' }))
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    409,
    { code: 'stripe_keys_refused', details: { words: expect.stringMatching(/API key/i) } },
  ])
  expect(await read()).toEqual(before)
  expect(await modes()).toEqual(['stripe', 'stripe'])
})

test.each([
  [{ secret_key: 'pk_test_wrong' }, 'secret_key'],
  [{ publishable_key: 'sk_test_leak' }, 'publishable_key'],
  [{ publishable_key: 'pk_live_other' }, 'publishable_key'],
  [{ webhook_secret: 'sk_test_wrong' }, 'webhook_secret'],
])('%o is refused at its field, and nothing is saved', async (more, field) => {
  const before = await read()
  const refused = await send('PUT', PATH, keys(more))
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    400,
    { code: 'invalid_input', details: [{ path: [field] }] },
  ])
  expect(await read()).toEqual(before)
})

test('secret keys are in no answer, in no row as they are, and not in the audit log', async () => {
  const rows = await app.db.selectFrom('connections').selectAll().execute()
  const logged = await app.db
    .selectFrom('audit_log')
    .select(['old_values', 'new_values'])
    .where('table_name', '=', 'connections')
    .execute()
  expect(logged.length).toBeGreaterThan(0)
  for (const text of [JSON.stringify(rows), JSON.stringify(logged), JSON.stringify(await read())])
    for (const secret of [SECRET_KEY, WEBHOOK_SECRET]) expect(text).not.toContain(secret)
})

test('after delete-card-connection nothing is charged, and booking on arrival goes on', async () => {
  expect((await send('DELETE')).status).toBe(200)
  await expect.poll(modes).toEqual(['unavailable', 'unavailable'])
  const { cookie } = await addPerson(app)
  const pay = await app.request('/api/payments/intents', { json: shop.hour(), cookie })
  expect(await refusalOf(pay)).toEqual([503, 'payments_unavailable'])
  expect((await app.request('/api/bookings', { json: shop.hour(), cookie })).status).toBe(201)
  const part = await send('PUT', PATH, { publishable_key: PUBLISHABLE_KEY })
  expect(await bodyOf(part)).toMatchObject({
    details: [{ path: ['secret_key'] }, { path: ['webhook_secret'] }],
  })
})

test('Stripe that cannot be reached is said so, and nothing is saved', async () => {
  const away = await startTestApp({
    settings: { PAYMENT_SANDBOX: 'false', STRIPE_API_BASE: 'http://127.0.0.1:9', STRIPE_TIMEOUT: '1' },
  })
  onTestFinished(() => away.close())
  const { cookie } = await addPerson(away, { role: 'admin' })
  const saved = await away.request(PATH, { method: 'PUT', json: keys(), cookie })
  expect(await refusalOf(saved)).toEqual([409, 'stripe_keys_untried'])
  expect(await away.db.selectFrom('connections').select('name').execute()).toEqual([])
})

test('the environment has precedence, live keys are never tested, and nothing is saved', async () => {
  const set = await startTestApp({
    settings: {
      ...{ STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_abc', STRIPE_API_BASE: stripe.url },
    },
  })
  onTestFinished(() => set.close())
  const { cookie } = await addPerson(set, { role: 'admin' })
  const text = await (await set.request(PATH, { cookie })).text()
  expect(JSON.parse(text)).toMatchObject({ source: 'environment', mode: 'live', secret_hint: null })
  expect(text).not.toContain('sk_live_abc')
  const call = (method: string, path: string, json?: object) =>
    set.request(path, { method, cookie, ...(json ? { json } : {}) })
  expect(await refusalOf(await call('PUT', PATH, keys()))).toEqual([409, 'set_by_environment'])
  expect(await refusalOf(await call('DELETE', PATH))).toEqual([409, 'set_by_environment'])
  expect(await refusalOf(await call('POST', `${PATH}/test`))).toEqual([409, 'not_test_mode'])
})

test('saving and forgetting ask for a fresh proof', async () => {
  const late = await addPerson(app, { role: 'admin' })
  await app.db
    .updateTable('auth_sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', late.id)
    .execute()
  for (const [method, json] of [['PUT', keys()], ['DELETE']] as const)
    expect(await refusalOf(await send(method, PATH, json, late.cookie))).toEqual([403, 'proof_required'])
})

test.each(['user', 'coach', 'desk'] as const)('%s may read and change none of it', async (role) => {
  const { cookie } = await addPerson(app, { role })
  const calls: [string, string, object?][] = [
    ['GET', PATH],
    ['PUT', PATH, keys()],
    ['DELETE', PATH],
    ['POST', `${PATH}/test`],
  ]
  for (const [method, path, json] of calls)
    expect(await refusalOf(await send(method, path, json, cookie)), path).toEqual([403, 'forbidden'])
})

import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../shared/contract/api.ts'
import { bodyOf, refusalOf } from '../test/answers.ts'
import { addPerson } from '../test/factories.ts'
import { startTestApp, type TestApp } from '../test/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters?: unknown
        requestBody?: unknown
        responses: Record<string, { description: string }>
      }
    >
  >
}

test('the OpenAPI document has every operation of the contract, with its refusal codes', async () => {
  const document = await bodyOf<Document>(app.request('/api/openapi.json'))
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries(document.paths).filter(([path]) => !path.startsWith('/api/auth/'))
  const operations = described.flatMap(([, methods]) => Object.values(methods))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    contract.map(({ operationId }) => operationId).sort(),
  )
  const booking = operations.find(({ operationId }) => operationId === 'create-booking')
  expect(booking?.responses['409']?.description).toContain('slots_taken')
  expect(booking?.responses['415']?.description).toContain('unsupported_media_type')
})

test('a client made from the OpenAPI document can sign in, repeat safely, and send all that the server accepts', async () => {
  const text = await (await app.request('/api/openapi.json')).text()
  const document = JSON.parse(text) as Document
  const signIn = document.paths['/api/auth/sign-in/email']?.post
  expect(JSON.stringify(signIn?.requestBody)).toContain('"required":["email","password"]')
  expect(JSON.stringify(document.paths['/api/bookings']?.post?.parameters)).toContain('Idempotency-Key')
  for (const path of ['/api/payments/intents', '/api/coaches/{id}/availability'])
    expect(JSON.stringify(document.paths[path]), path).toContain('"enum":[30,60,90]')
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern = '']) =>
    JSON.parse(pattern),
  )
  expect(patterns.length).toBeGreaterThan(5)
  for (const pattern of patterns) expect(pattern).not.toMatch(/\/[a-z]*$/)
})

test('the process reports liveness, readiness and metrics', async () => {
  expect((await app.request('/healthz')).status).toBe(200)
  expect((await app.request('/readyz')).status).toBe(200)
  await app.request('/api/facility')
  const figures = await (await app.request('/metrics')).text()
  expect(figures).toMatch(/dugout_http_requests_total\{operation="get-facility",status="200"\} \d+/)
  expect(figures).toContain('dugout_http_request_seconds_bucket')
})

test('with a token set, only its bearer can read the metrics', async () => {
  const guarded = await startTestApp({ settings: { METRICS_TOKEN: 'a-token-for-the-figures' } })
  try {
    expect(await refusalOf(await guarded.request('/metrics'))).toEqual([404, 'not_found'])
    const headers = { authorization: 'Bearer a-token-for-the-figures' }
    expect((await guarded.request('/metrics', { headers })).status).toBe(200)
  } finally {
    await guarded.close()
  }
})

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1', 200],
  ['[::1]:3000', 200],
  ['LOCALHOST', 200],
  ['cages.example', 404],
  ['localhost.cages.example', 404],
  ['127.0.0.1.cages.example', 404],
  ['192.168.1.20:3000', 404],
])('the development mailbox under the name %s answers %i', async (host, status) => {
  expect(await statusUnder(host)).toBe(status)
})

test('the development mailbox does not answer through a proxy', async () => {
  expect(await statusUnder('localhost', { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
})

/** `fetch` does not let a caller choose the host. */
function statusUnder(host: string, more: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(`${app.url}/dev/mailbox`, { headers: { host, ...more } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
  })
}

test('answers about a person are not cached', async () => {
  const { cookie } = await addPerson(app)
  for (const path of [
    '/api/me/session',
    '/api/me/bookings',
    '/api/me/bookings/upcoming',
    '/api/auth/get-session',
  ]) {
    expect((await app.request(path, { cookie })).headers.get('cache-control'), path).toBe('no-store')
  }
})

test('behind TLS the cookie is bound to the host and answers carry Strict-Transport-Security', async () => {
  const secure = await startTestApp({ settings: { PUBLIC_URL: 'https://cages.example' } })
  try {
    const { email } = await addPerson(secure)
    const response = await secure.request('/api/auth/sign-in/email', {
      json: { email, password: 'play-ball-2026' },
      headers: { origin: 'https://cages.example' },
    })
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-dugout=/)
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Domain')
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    // Its host without TLS: what it serves may have been put there on the way.
    const plain = { method: 'POST', headers: { origin: secure.url } }
    expect(await refusalOf(await secure.request('/api/auth/sign-out', plain))).toEqual([
      403,
      'origin_refused',
    ])
  } finally {
    await secure.close()
  }
})

test('a page has a new nonce each time and its policy allows nothing else inline', async () => {
  const policies = []
  for (const path of ['/', '/book-cage']) {
    const response = await app.request(path)
    policies.push(response.headers.get('content-security-policy') ?? '')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(policies[0]).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}'/)
  expect(policies[0]).not.toBe(policies[1])
})

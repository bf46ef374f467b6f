import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let port: number

beforeAll(async () => {
  app = await startTestApp()
  port = Number(new URL(app.url).port)
})
afterAll(() => app.close())

/** Writes bytes to the server and returns the status line of the answer, or '' if the server closes the connection. */
function speak(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      socket.end()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''))
  })
}

const requestLine = (line: string) => `${line} HTTP/1.1\r\nHost: dugout\r\nConnection: close\r\n\r\n`

const strange: [name: string, bytes: string][] = [
  ['two slashes', requestLine('GET //')],
  ['two slashes and a host', requestLine('GET //elsewhere.example/%2e%2e')],
  ['a lone percent sign', requestLine('GET /%')],
  ['broken percent signs in a query', requestLine('GET /api/schedule?p_date=%E0%A4%A')],
  ['a broken escape in an API path', requestLine('GET /api/%ff%fe')],
  ['a null byte', requestLine('GET /%00')],
  ['a path out of the folder', requestLine('GET /assets/..%2f..%2f..%2fpackage.json')],
  ['an unknown method', requestLine('BREW /coffee')],
  ['a rare method', requestLine('PROPFIND /api/bookings')],
  ['a method that the path does not take', requestLine('DELETE /api/schedule')],
  ['an absolute address', requestLine('GET http://elsewhere.example/api/schedule')],
  ['an asterisk', requestLine('OPTIONS *')],
  ['a parameter twice', requestLine('GET /api/schedule?p_date=2026-11-24&p_date=2026-11-25')],
  ['a parameter of two kinds', requestLine('GET /api/schedule?p_date[]=2026-11-24&p_date[$gt]=')],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a host that is none', 'GET /api/facility HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n'],
  ['not HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n'],
]

test.each(strange)(
  '%s gets an answer that is not a server error, and the process lives',
  async (_name, bytes) => {
    const status = await speak(bytes)
    expect(status).not.toMatch(/^HTTP\/1\.1 5/)
    expect((await app.request('/healthz')).status).toBe(200)
  },
)

test('TRACE is not answered, and a message that says its length in two ways is refused', async () => {
  expect(await speak(requestLine('TRACE /'))).toMatch(/^HTTP\/1\.1 (404|405|501) /)
  const twice =
    'POST /api/bookings HTTP/1.1\r\nHost: dugout\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await speak(`${twice}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: dugout\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 /,
  )
})

test('headers of one megabyte are refused', async () => {
  const status = await speak(`GET / HTTP/1.1\r\nHost: dugout\r\nX-Long: ${'x'.repeat(1024 * 1024)}\r\n\r\n`)
  expect(status === '' || status.startsWith('HTTP/1.1 431')).toBe(true)
  expect((await app.request('/healthz')).status).toBe(200)
})

test('five hundred sockets that never finish their request do not delay other clients', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const socket: Socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write('POST /api/bookings HTTP/1.1\r\nHost: dugout\r\nContent-Le')
      return socket
    }),
  )
  const response = await app.request('/api/facility')
  expect(response.status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

const NUL = 'a\u0000b'
const unstorable: [name: string, path: string, json: unknown][] = [
  ['a zero byte in a recovery link', '/api/recovery/verify', { access_token: NUL }],
  ['a zero byte in a new password\u2019s link', '/api/auth/reset-password', { token: NUL, newPassword: 'x' }],
  ['a zero byte after a backslash', '/api/recovery/verify', { access_token: `\\\\${NUL}` }],
  ['a zero byte in a key', '/api/recovery/verify', { [NUL]: 1, access_token: 'x' }],
  ['a day before all calendars', '/api/schedule?p_date=0000-01-01', undefined],
  ['the last day of four digits', '/api/schedule?p_date=9999-12-31', undefined],
]

test.each(unstorable)('%s is invalid input', async (_name, path, json) => {
  const response = await app.request(path, json === undefined ? {} : { json })
  expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
})

test('an escaped text that only looks like a NUL is accepted', async () => {
  const response = await app.request('/api/recovery/verify', { json: { access_token: '\\u0000' } })
  expect(await refusalOf(response)).toEqual([400, 'recovery_link_invalid'])
})

test('a body of five megabytes is refused with its own code', async () => {
  for (let round = 0; round < 4; round++) {
    const response = await app.request('/api/bookings', { json: { bookingDetails: 'x'.repeat(5_000_000) } })
    expect(await refusalOf(response)).toEqual([413, 'body_too_large'])
  }
})

test('an unknown API path answers 404 with a code, not the page', async () => {
  const response = await app.request('/api/no-such-thing')
  expect(await refusalOf(response)).toEqual([404, 'not_found'])
})

test('a method that an address does not take is refused with those that it takes (RFC 9110 §15.5.6)', async () => {
  const answers = await Promise.all([
    app.request('/api/cages', { method: 'DELETE' }),
    app.request('/book-cage', { method: 'PUT' }),
  ])
  for (const answer of answers) {
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    expect(await refusalOf(answer)).toEqual([405, 'method_not_allowed'])
  }
  const role = await app.request('/api/admin/users/role', { method: 'PUT' })
  expect(role.headers.get('allow')).toBe('POST')
})

test('every answer has the security headers and reveals no internals', async () => {
  for (const path of ['/', '/api/facility', '/api/nothing', '/assets/nothing.js', '/healthz']) {
    const response = await app.request(path, { headers: { origin: 'https://elsewhere.example' } })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src '")
    expect(policy, path).not.toContain('unsafe')
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(response.headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    expect(response.headers.get('access-control-allow-origin'), path).toBeNull()
    expect(response.headers.get('content-type'), path).toMatch(
      /charset=utf-8|^application\/json|^text\/plain/i,
    )
    expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(await response.text(), path).not.toMatch(/node_modules|at .*\.ts:\d+/)
  }
})

import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  post,
  recoveryToken,
  sentBack,
  someEmail,
  useUpNetworks,
} from '../../features/accounts/accountsTestKit.ts'
import { bodyOf } from '../../test/answers.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { forwardedBy, untrusted } from '../watching/observe.ts'
import { type TrustedProxies, trustOf } from './addressClass.ts'
import { behind, isUnknown, networkOf } from './rateLimits.ts'

const PASSWORD = 'play-ball-2026'
const logged: string[] = []

let app: TestApp
beforeAll(async () => {
  const start = new Date()
  app = await startTestApp({
    clock: { now: () => start },
    settings: { RATE_LIMITS: 'true' },
    log: pino({ level: 'info' }, { write: (line) => logged.push(line) }),
  })
})
afterAll(() => app.close())
beforeEach(() => logged.splice(0))

const proxied = { 'x-forwarded-for': '203.0.113.7' }
const signIn = (email: string, password: string, headers: Record<string, string> = proxied) =>
  app.request('/api/auth/sign-in/email', { json: { email, password }, headers })
const figure = async (name: string) =>
  new RegExp(`^${name} (.*)$`, 'm').exec(await (await app.request('/metrics')).text())?.[1]

/** As if so many people of each network had failed to sign in. */
const failed = ({ db }: TestApp, count: number) =>
  db.updateTable('auth_rate_limits').set({ count }).where('key', 'like', 'sign-in from:%').execute()

describe('behind a proxy that TRUST_PROXY does not name', () => {
  test('the first request is reported once, in the log and in the metrics', async () => {
    const told = () => logged.filter((line) => line.includes('TRUST_PROXY'))
    expect(await figure('dugout_untrusted_proxy')).toBe('0')
    expect(told()).toEqual([])
    for (const header of [{ forwarded: 'for=203.0.113.7' }, proxied])
      expect((await app.request('/api/facility', { headers: header })).status).toBe(200)
    expect(told()).toHaveLength(1)
    expect(await figure('dugout_untrusted_proxy')).toBe('1')
  })

  test('guesses lock out nobody else behind the proxy; the limit of each account holds', async () => {
    const { email } = await addPerson(app)
    await signIn(someEmail(), 'some-guess')
    await failed(app, 60)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    const guesses = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'some-guess')))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  test('the header does not switch the limits of sign-ins and recovery links off', async () => {
    await signIn(someEmail(), 'some-guess')
    await failed(app, 1_000)
    expect((await signIn(someEmail(), 'some-guess')).status).toBe(429)
    // A header from another peer of the network has a count of its own: it cannot use up this one's.
    const limit = { name: 'sign-in from', subject: networkOf(behind('10.1.2.3')), most: 50, seconds: 300 }
    expect(await app.context.limits.take(limit)).toBeNull()
    const verify = () =>
      app.request('/api/recovery/verify', { json: { access_token: 'a-guess' }, headers: proxied })
    expect((await verify()).status).not.toBe(429)
    const used = app.db.updateTable('auth_rate_limits').set({ count: 600 })
    await used.where('key', 'like', 'recovery from:%').execute()
    expect((await verify()).status).toBe(429)
    await app.db.deleteFrom('auth_rate_limits').execute()
  })

  test('other people behind the proxy do not block a password reset', async () => {
    const { email } = await addPerson(app)
    const ask = (subject: string) =>
      app.request('/api/auth/request-password-reset', { json: { email: subject }, headers: proxied })
    await Promise.all(Array.from({ length: 25 }, () => ask(someEmail())))
    await Promise.all(Array.from({ length: 5 }, () => ask(email)))
    expect((await ask(email)).status).toBe(200)
    const verify = (access_token: string) =>
      app.request('/api/recovery/verify', { json: { access_token }, headers: proxied })
    await Promise.all(Array.from({ length: 31 }, () => verify('a-guess')))
    expect((await verify(await recoveryToken(app, email, 5))).status).toBe(200)
  })

  test('other limits count everyone behind it together, twenty at most', async () => {
    const limit = { name: 'a form from', subject: networkOf(''), most: 2, seconds: 60 }
    const waits = await Promise.all(Array.from({ length: 50 }, () => app.context.limits.take(limit)))
    expect(waits.filter((wait) => wait === null)).toHaveLength(40)
  })

  test('the proxy’s own address is not shown as a device’s', async () => {
    const { email } = await addPerson(app)
    const cookie = sentBack(await signIn(email, PASSWORD))
    const [device] = await bodyOf<{ network: string }[]>(app.request('/api/me/sessions', { cookie }))
    expect(device?.network).toBeNull()
  })

  test('a request through it does not count as from this machine', async () => {
    expect((await app.request('/metrics', { headers: proxied })).status).toBe(404)
  })
})

test('direct clients are counted by their address', async () => {
  await signIn(someEmail(), 'some-guess', {})
  await useUpNetworks(app)
  expect((await signIn(someEmail(), 'some-guess', {})).status).toBe(429)
  expect((await post(app, '/sign-in/email', { email: someEmail(), password: 'some-guess' })).status).toBe(429)
})

test.each([
  ['127.0.0.1', 'behind 127.0.0.1'],
  ['::1', 'behind ::1'],
  ['::ffff:172.18.0.1', 'behind ::ffff:172.18.0.1'],
  ['10.1.2.3', 'behind 10.1.2.3'],
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8::9', '2001:db8::9'],
])('a header that %s invents hides it only where a proxy may stand', (peer, address) => {
  expect(untrusted(peer, true)).toBe(address)
  expect(untrusted(peer, false)).toBe(peer)
})

describe('TRUST_PROXY', () => {
  test.each<[TrustedProxies, string[], string[]]>([
    ['none', ['127.0.0.1', '10.1.2.3', '203.0.113.9'], []],
    [
      'near',
      ['127.0.0.1', '::1', '::ffff:172.18.0.1', 'fd00::1'],
      ['127.0.0.1', '::1', '::ffff:172.18.0.1', 'fd00::1'],
    ],
    ['near', ['203.0.113.9', '2001:db8::9', ''], []],
    [
      ['172.18.0.0/16', '203.0.113.9'],
      ['::ffff:172.18.0.1', '203.0.113.9', '127.0.0.1', '172.19.0.1'],
      ['::ffff:172.18.0.1', '203.0.113.9'],
    ],
  ])('%j believes only those proxies', (proxies, peers, believed) => {
    expect(peers.filter(trustOf(proxies))).toEqual(believed)
  })

  test.each([
    ['198.51.100.4', '198.51.100.4'],
    ['1.1.1.1, 198.51.100.4', '198.51.100.4'],
    ['10.0.0.5', '10.0.0.5'],
    ['127.0.0.1', '127.0.0.1'],
    ['unknown', 'behind 172.18.0.1'],
    ['', 'behind 172.18.0.1'],
    ['198.51.100.4, ', 'behind 172.18.0.1'],
  ])('the last entry of %j counts, and always counts', (forwarded, address) => {
    expect(forwardedBy('172.18.0.1', forwarded)).toBe(address)
    expect(networkOf(address)).not.toBe('unknown')
    expect(isUnknown(networkOf(address))).toBe(address.startsWith('behind'))
  })

  test('a request that no proxy passed on is the peer’s own', () => {
    expect(forwardedBy('127.0.0.1', undefined)).toBe('127.0.0.1')
  })
})

describe('behind a proxy that TRUST_PROXY names', () => {
  let proxiedApp: TestApp
  beforeAll(async () => {
    proxiedApp = await startTestApp({ settings: { RATE_LIMITS: 'true', TRUST_PROXY: '127.0.0.1' } })
  })
  afterAll(() => proxiedApp.close())

  test('people whose address is private are limited like others', async () => {
    const guess = async () => {
      const json = { email: someEmail(), password: 'some-guess' }
      const headers = { 'x-forwarded-for': '10.0.0.5' }
      return (await proxiedApp.request('/api/auth/sign-in/email', { json, headers })).status
    }
    expect(await guess()).toBe(401)
    await failed(proxiedApp, 50)
    expect(await guess()).toBe(429)
  })
})

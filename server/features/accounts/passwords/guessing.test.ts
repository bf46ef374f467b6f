// @module-tag slow

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  PASSWORD as NEW_PASSWORD,
  post,
  recoveryToken,
  sentBack,
  someEmail,
  useUpNetworks,
} from '../accountsTestKit.ts'

const PASSWORD = 'play-ball-2026'
const DAY = 24 * 3_600_000
/** Advances only when a test moves it. */
const START = Date.now()
let ahead = 0

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    clock: { now: () => new Date(START + ahead) },
    settings: { RATE_LIMITS: 'true', TRUST_PROXY: 'true' },
  })
})
afterAll(() => app.close())
/** Moves the clock past all limits. */
beforeEach(() => {
  ahead += 2 * 3_600_000
})

let addresses = 0
/** A unique network address. */
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`

interface Attempt {
  email: string
  password?: string
  from?: string
  device?: string
}

async function attempt({ email, password = PASSWORD, from = newAddress(), device = '' }: Attempt) {
  const response = await app.request('/api/auth/sign-in/email', {
    json: { email, password },
    cookie: device,
    headers: { 'x-forwarded-for': from },
  })
  const body = (await response.json()) as { code?: string; message?: string }
  const kept = sentBack(response).replace(/^dugout=[^;]+; /, '')
  const wait = Number(response.headers.get('retry-after'))
  return { status: response.status, body, wait, device: kept, cookies: sentBack(response) }
}

const guess = (email: string, more: Partial<Attempt> = {}) =>
  attempt({ email, password: `guess-${Math.random()}`, ...more })

/** All at once. */
const guesses = async (count: number, email: string, more: Partial<Attempt> = {}): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => guess(email, more)))).map(({ status }) => status)
const counted = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length

/** The cookie of a browser on which this person has signed in before. */
async function knownDevice(email: string, device = ''): Promise<string> {
  const signedIn = await attempt({ email, device })
  expect(signedIn.status).toBe(200)
  expect(signedIn.device).toMatch(/^dugout_device=/)
  return signedIn.device
}

describe('while strangers guess from many addresses', () => {
  test('the owner can sign in on a known device', async () => {
    const { email } = await addPerson(app)
    const device = await knownDevice(email)
    const statuses = await guesses(25, email)
    expect(counted(statuses, 401)).toBe(10)
    expect(counted(statuses, 429)).toBe(15)
    expect((await attempt({ email, device })).status).toBe(200)
  })

  test('the owner on a new device waits for seconds, and is told how long and what else to do', async () => {
    const { email } = await addPerson(app)
    await guesses(10, email)
    const refused = await attempt({ email })
    expect([refused.status, refused.wait]).toEqual([429, 15])
    expect(refused.body.message).toBe(
      'Too many attempts. Please wait 15 seconds and try again, or reset your password.',
    )
    ahead += 14_999
    expect((await attempt({ email })).status).toBe(429)
    ahead += 1
    expect((await attempt({ email })).status).toBe(200)
  })

  test('the wait doubles up to a minute, refused attempts do not prolong it, and a pause resets it', async () => {
    const { email } = await addPerson(app)
    await guesses(10, email)
    const waits = []
    for (let round = 0; round < 4; round += 1) {
      await guesses(3, email)
      const { wait } = await guess(email)
      waits.push(wait)
      ahead += wait * 1_000
      expect((await guess(email)).status).toBe(401)
    }
    expect(waits).toEqual([15, 30, 60, 60])
    ahead += 900_000
    expect(counted(await guesses(11, email), 401)).toBe(10)
  })

  test('a reset works even if others have requested resets, and makes the device known', async () => {
    // Links expire by the system's clock.
    ahead = 0
    const { email } = await addPerson(app)
    const ask = (from: string) =>
      app.request('/api/auth/request-password-reset', {
        json: { email },
        headers: { 'x-forwarded-for': from },
      })
    for (let index = 0; index < 8; index += 1) expect((await ask(newAddress())).status).toBe(200)
    await guesses(11, email)
    expect((await ask(newAddress())).status).toBe(200)
    const token = await recoveryToken(app, email, 5)
    const answer = await post(app, '/reset-password', { token, newPassword: NEW_PASSWORD })
    expect(answer.status).toBe(200)
    const device = sentBack(answer.response)
    expect((await attempt({ email, password: NEW_PASSWORD })).status).toBe(429)
    expect((await attempt({ email, password: NEW_PASSWORD, device })).status).toBe(200)
  })

  test('one caller who requests too many resets is refused', async () => {
    const { email } = await addPerson(app)
    const from = newAddress()
    const statuses = []
    for (let index = 0; index < 4; index += 1) {
      const { status } = await app.request('/api/auth/request-password-reset', {
        json: { email },
        headers: { 'x-forwarded-for': from },
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('fifty concurrent attempts never exceed the limit, of strangers or of a device', async () => {
    const { email } = await addPerson(app)
    const device = await knownDevice(email)
    const ofStrangers = await guesses(50, email)
    expect([counted(ofStrangers, 401), counted(ofStrangers, 429)]).toEqual([10, 40])
    const ofDevice = await guesses(50, email, { device })
    expect([counted(ofDevice, 401), counted(ofDevice, 429)]).toEqual([10, 40])
  })

  test('an account that does not exist is treated as one that does', async () => {
    const { email } = await addPerson(app)
    const seen = []
    for (const subject of [email, someEmail()]) {
      const answers = []
      for (let index = 0; index < 12; index += 1) answers.push(await guess(subject))
      seen.push(answers.map(({ status, body, wait }) => [status, body, wait]))
    }
    expect(seen[0]).toEqual(seen[1])
  })
})

describe('a device cookie', () => {
  /** Whether guesses with this cookie are counted separately from those of strangers. */
  const isKnown = async (email: string, device: string) => {
    expect(counted(await guesses(11, email), 401)).toBe(10)
    return (await attempt({ email, device })).status === 200
  }

  test('says nothing about the account, and is changed by each sign-in', async () => {
    const { email, id } = await addPerson(app)
    const first = await knownDevice(email)
    const second = await knownDevice(email, first)
    expect(first).not.toContain(id)
    expect(second).not.toBe(first)
    expect(second.split('~')[0]).toBe(first.split('~')[0])
  })

  test('that is forged, changed or of another account is useless', async () => {
    const [owner, other] = await Promise.all([addPerson(app), addPerson(app)])
    const own = await knownDevice(owner.email)
    const others = await knownDevice(other.email)
    await guesses(11, owner.email)
    const forged = [
      'dugout_device=name.signature~1.nonce.signature',
      others,
      own.replace(/=[^~]*/, '='),
      own.replace(/~\w+/, '~zzzzzz'),
      `${others.split('~')[0]}~${own.split('~')[1]}`,
    ]
    for (const device of forged) expect((await attempt({ email: owner.email, device })).status).toBe(429)
    expect((await attempt({ email: owner.email, device: own })).status).toBe(200)
  })

  test('that was stolen gives ten guesses, which do not count against the account or its other devices', async () => {
    const { email } = await addPerson(app)
    const stolen = await knownDevice(email)
    const renewed = await knownDevice(email, stolen)
    const phone = await knownDevice(email)
    expect(counted(await guesses(30, email, { device: stolen }), 401)).toBe(10)
    expect((await attempt({ email, device: stolen })).status).toBe(429)
    for (const device of [renewed, phone, '']) expect((await attempt({ email, device })).status).toBe(200)
  })

  test('keeps marks of the twelve newest accounts of a shared device', async () => {
    const people = await Promise.all(Array.from({ length: 13 }, () => addPerson(app)))
    let device = ''
    for (const { email } of people) device = await knownDevice(email, device)
    const [oldest, next] = people
    expect(await isKnown(oldest?.email ?? '', device)).toBe(false)
    expect(await isKnown(next?.email ?? '', device)).toBe(true)
  })

  test('survives a sign-out and expires after a year', async () => {
    const { email } = await addPerson(app)
    const { cookies, device } = await attempt({ email })
    const out = await app.request('/api/auth/sign-out', { method: 'POST', cookie: cookies })
    expect(sentBack(out)).toBe('dugout=')
    expect(await isKnown(email, device)).toBe(true)
    ahead += 366 * DAY
    expect(await isKnown(email, device)).toBe(false)
  })

  test('is not replaced when a form requests its token', async () => {
    const { email } = await addPerson(app)
    const device = await knownDevice(email)
    const form = await app.request('/api/form-token', { cookie: device })
    expect(form.headers.getSetCookie()).toEqual([])
  })
})

describe('limits by network', () => {
  test('count the /64 of an IPv6 address as one', async () => {
    await guess(someEmail(), { from: '2001:db8:1:2:3::1' })
    await useUpNetworks(app)
    expect((await guess(someEmail(), { from: '2001:db8:1:2:ffff:ffff:ffff:ffff' })).status).toBe(429)
    expect((await guess(someEmail(), { from: '2001:db8:1:3::1' })).status).toBe(401)
  })

  test('refuse neither a known device in that network nor the account elsewhere', async () => {
    const { email } = await addPerson(app)
    const device = await knownDevice(email)
    const from = newAddress()
    await guess(someEmail(), { from })
    await useUpNetworks(app)
    expect((await attempt({ email, device, from })).status).toBe(200)
    expect(counted(await guesses(15, email, { from }), 429)).toBe(15)
    expect((await attempt({ email })).status).toBe(200)
  })
})

test('a stranger who signs up with another person’s address does not stop that person from signing up', async () => {
  const email = someEmail()
  const from = async (address: string) => {
    const json = { name: 'Robin Batter', email, password: NEW_PASSWORD }
    const headers = { 'x-forwarded-for': address }
    return (await app.request('/api/auth/sign-up/email', { json, headers })).status
  }
  const stranger = newAddress()
  const answers = await Promise.all(Array.from({ length: 20 }, () => from(stranger)))
  expect(answers.filter((status) => status === 200)).toHaveLength(5)
  expect(await from(newAddress())).toBe(200)
  const many = await Promise.all(Array.from({ length: 20 }, () => from(newAddress())))
  expect(many.filter((status) => status === 200)).toHaveLength(9)
})

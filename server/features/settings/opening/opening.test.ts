import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../../shared/contract/api.ts'
import type { HitList } from '../../../../shared/contract/facility/closures.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { Opening } from '../../../../shared/contract/facility/opening.ts'
import type { Route } from '../../../../shared/contract/route.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { makeReadyToOpen } from '../../../test/opening.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'

let app: TestApp
let admin: Person
let customer: Person
beforeAll(async () => {
  app = await startTestApp({ emptyFacility: true })
  admin = await addPerson(app, { role: 'admin' })
  customer = await addPerson(app)
})
afterAll(() => app.close())

const send = (method: string, path: string, json?: object, cookie = admin.cookie) =>
  app.request(path, { method, cookie, ...(json ? { json } : {}) })
const opening = () => bodyOf<Opening>(send('GET', '/api/opening'))
const open = () => send('POST', '/api/opening/open')
const preview = () => bodyOf<{ booked: HitList; members: number }>(send('GET', '/api/opening/close'))
const close = (fingerprint: string, onHits: 'keep' | 'cancel' = 'keep') =>
  send('POST', '/api/opening/close', { reason: 'Closed for the winter.', on_hits: onHits, fingerprint })
const facility = () => bodyOf<Facility>(app.request('/api/facility'))
const cage = async (name = 'Cage 1') =>
  (await app.db.selectFrom('cages').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

async function book(day: string, by: Person, headers: Record<string, string> = {}) {
  const bookingDetails = [group(await cage(), day, '16:00', '17:00')]
  return app.request('/api/bookings', {
    json: { bookingDetails, totalAmount: 30 },
    cookie: by.cookie,
    headers,
  })
}

const needed = ['place', 'hours', 'cages', 'mail', 'second_factor', 'terms', 'test_booking']

describe('before the doors open', () => {
  test('get-opening says that every step that is needed is missing; open-doors names them and opens nothing', async () => {
    const { steps, opened_at } = await opening()
    expect(opened_at).toBeNull()
    expect(steps.filter((step) => step.needed).map(({ key, done }) => [key, done])).toEqual(
      needed.map((key) => [key, false]),
    )
    const refused = await open()
    expect([refused.status, await bodyOf(refused)]).toMatchObject([
      409,
      { code: 'not_ready_to_open', details: { missing: needed } },
    ])
    expect((await facility()).opening_soon).toBe(true)
  })

  test('customers and guests can buy nothing, staff can', async () => {
    await makeReadyToOpen(app)
    const day = tuesday(1)
    expect(await refusalOf(await book(day, customer))).toEqual([409, 'not_open_yet'])
    const bookingDetails = [group(await cage(), day, '16:00', '17:00')]
    const asGuest = await app.request('/api/payments/intents', { json: { bookingDetails, totalAmount: 30 } })
    expect(await refusalOf(asGuest)).toEqual([409, 'not_open_yet'])
    const join = await app.request('/api/memberships/setup-intents', {
      json: { priceId: 'price_1' },
      cookie: customer.cookie,
    })
    expect(await refusalOf(join)).toEqual([409, 'not_open_yet'])
    expect(await app.db.selectFrom('checkout_holds').select('id').execute()).toEqual([])
    expect((await book(day, admin)).status).toBe(201)
  })

  test('the operations that sell are these, and no other', () => {
    const routes: readonly Route[] = contract
    const selling = routes.filter(({ sells }) => sells)
    expect(selling.map(({ operationId }) => operationId).toSorted()).toEqual([
      'book-free-class-sessions',
      'create-booking',
      'create-coach-booking',
      'create-payment-intent',
      'create-subscription',
      'create-subscription-setup-intent',
      'move-booking',
      'move-lesson',
      'register_for_camp',
    ])
    for (const { errors } of selling) expect(errors).toContain('not_open_yet')
  })

  test('publish-public-text compares the version that was seen; get-public-text has the newest, list-public-text-versions all for good', async () => {
    expect(await bodyOf(await open())).toMatchObject({
      code: 'not_ready_to_open',
      details: { missing: ['terms'] },
    })
    const publish = (body: string, seen: number, cookie = admin.cookie) =>
      send('POST', '/api/settings/texts/terms', { body, seen_version: seen }, cookie)
    expect(await refusalOf(await publish('# Rules\nBe kind.', 1))).toEqual([409, 'text_changed'])
    expect(await bodyOf(publish('# Rules\r\nBe kind.', 0))).toMatchObject({
      ...{ version: 1, body: '# Rules\nBe kind.', published_by: expect.any(String) },
    })
    const raced = await Promise.all([1, 2, 3, 4].map((number) => publish(`Text ${number}`, 1)))
    expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await bodyOf(app.request('/api/texts/terms'))).toMatchObject({
      version: 2,
      sections: [{ title: '', blocks: [{ pieces: [{ text: expect.stringMatching(/^Text \d$/) }] }] }],
    })
    const kept = await bodyOf<{ versions: { version: number }[]; own: string }>(
      send('GET', '/api/settings/texts/terms'),
    )
    expect(kept.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(kept.own).toContain('# Assumption of risk')
    await expect(app.db.updateTable('public_texts').set({ body: 'Anything' }).execute()).rejects.toThrow(
      'is kept as it is',
    )
    await expect(app.db.deleteFrom('public_texts').execute()).rejects.toThrow('is kept as it is')
    for (const body of ['', 'x\u0000y', 'x'.repeat(60_001)])
      expect(await refusalOf(await publish(body, 2))).toEqual([400, 'invalid_input'])
  })

  test.each(needed.filter((key) => key !== 'terms'))('without %s the doors stay closed', async (key) => {
    const undo = await missing(key)
    const refused = await open()
    expect(await bodyOf(refused)).toMatchObject({ code: 'not_ready_to_open', details: { missing: [key] } })
    await undo()
  })
})

describe('open doors', () => {
  test('an admin opens them once, and customers book; a second press is refused', async () => {
    const opened = await Promise.all([open(), open(), open()])
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await refusalOf(await open())).toEqual([409, 'doors_open_already'])
    await expect.poll(async () => (await facility()).opening_soon).toBeUndefined()
    const entries = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'description'])
      .where('description', '=', 'Doors opened')
      .execute()
    expect(entries).toEqual([{ user_id: admin.id, description: 'Doors opened' }])
    expect((await book(tuesday(2), customer, { 'idempotency-key': 'booked-before' })).status).toBe(201)
  })

  test('preview-closing-doors shows what is booked, close-doors keeps it; then nothing is sold, and what was answered is repeated', async () => {
    const { booked, members } = await preview()
    expect([booked.hits.length, members]).toEqual([2, 0])
    expect(await refusalOf(await close('not this list'))).toEqual([409, 'closure_hits_changed'])
    const closed = await close(booked.fingerprint)
    expect(closed.status).toBe(200)
    expect(await bodyOf(closed)).toMatchObject({
      run_id: null,
      opening: { closed_reason: 'Closed for the winter.', closed_at: expect.any(String) },
    })
    await expect.poll(async () => (await facility()).closed_reason).toBe('Closed for the winter.')
    expect(await refusalOf(await book(tuesday(3), customer))).toEqual([409, 'not_open_yet'])
    expect((await book(tuesday(2), customer, { 'idempotency-key': 'booked-before' })).status).toBe(201)
    expect(await refusalOf(await close(booked.fingerprint))).toEqual([409, 'doors_closed_already'])
    expect((await preview()).booked.hits).toHaveLength(2)
  })

  test('they open again without the list, and closing cancels what is booked where asked', async () => {
    await app.db.updateTable('connections').set({ accepted_at: null }).execute()
    expect((await open()).status).toBe(200)
    await expect.poll(async () => (await facility()).closed_reason).toBeUndefined()
    const { booked } = await preview()
    const closed = await bodyOf<{ run_id: string }>(close(booked.fingerprint, 'cancel'))
    await expect
      .poll(() => app.db.selectFrom('bookings').select('status').where('user_id', '=', customer.id).execute())
      .toEqual([{ status: 'canceled' }])
    expect(await bodyOf(send('GET', `/api/closure-runs/${closed.run_id}`))).toMatchObject({
      run: { cause: 'doors', reason: 'Closed for the winter.' },
    })
    expect((await open()).status).toBe(200)
  })

  test('a booking and a closing at the same moment: it is on the list, or it is refused', async () => {
    for (let round = 0; round < 15; round += 1) {
      await expect.poll(async () => (await facility()).closed_reason).toBeUndefined()
      const { booked } = await preview()
      const before = await countBookings()
      const [closed] = await Promise.all([
        delay(round).then(() => close(booked.fingerprint)),
        ...Array.from({ length: 8 }, (_, index) => book(tuesday(10 + round * 8 + index), customer)),
      ])
      // The list that was confirmed had none of them.
      if (closed?.status === 200) expect(await countBookings()).toBe(before)
      else expect(await refusalOf(closed as Response)).toEqual([409, 'closure_hits_changed'])
      if (closed?.status === 200) expect((await open()).status).toBe(200)
    }
  })

  test('a name cannot be taken away while the doors are open', async () => {
    await expect(app.db.updateTable('facility').set({ name: '' }).execute()).rejects.toThrow(
      'facility_opens_with_a_name',
    )
  })
})

test.each(['user', 'coach', 'desk'] as const)('%s may do none of it', async (role) => {
  const { cookie } = await addPerson(app, { role })
  const calls: [string, string, object?][] = [
    ['GET', '/api/opening'],
    ['POST', '/api/opening/open'],
    ['GET', '/api/opening/close'],
    ['POST', '/api/opening/close', { reason: 'x', on_hits: 'keep', fingerprint: 'x' }],
    ['POST', '/api/opening/list', { dismissed: true }],
    ['GET', '/api/settings/texts/terms'],
    ['POST', '/api/settings/texts/terms', { body: 'x', seen_version: 0 }],
  ]
  for (const [method, path, json] of calls)
    expect(await refusalOf(await send(method, path, json, cookie)), path).toEqual([403, 'forbidden'])
})

test('dismiss-opening-list takes the list from the first page and puts it back', async () => {
  const dismiss = (dismissed: boolean) => bodyOf<Opening>(send('POST', '/api/opening/list', { dismissed }))
  expect((await dismiss(true)).dismissed).toBe(true)
  expect((await dismiss(false)).dismissed).toBe(false)
})

const countBookings = async () => (await app.db.selectFrom('bookings').select('id').execute()).length

/** Takes one step back, and returns what puts it in place again. */
async function missing(key: string): Promise<() => Promise<unknown>> {
  const { db } = app
  const set = (values: object) => () => db.updateTable('facility').set(values).execute()
  switch (key) {
    case 'place':
      await set({ phone: '' })()
      return set({ phone: '(409) 555-0177' })
    case 'hours': {
      const rows = await db.deleteFrom('opening_hours').returningAll().execute()
      return () => db.insertInto('opening_hours').values(rows).execute()
    }
    case 'cages':
      await db.updateTable('cages').set({ is_active: false }).execute()
      return () => db.updateTable('cages').set({ is_active: true }).execute()
    case 'mail':
      await db.updateTable('connections').set({ accepted_at: null }).execute()
      return () => db.updateTable('connections').set({ accepted_at: new Date() }).execute()
    case 'second_factor':
      await db.updateTable('profiles').set({ two_factor_enabled: false }).where('id', '=', admin.id).execute()
      return () =>
        db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', admin.id).execute()
    default:
      await db.updateTable('bookings').set({ status: 'paid' }).where('status', '=', 'canceled').execute()
      return () =>
        db.updateTable('bookings').set({ status: 'canceled' }).where('status', '=', 'paid').execute()
  }
}

describe('get-own-facility, start-own-facility', () => {
  test('there is nothing to leave outside the demo', async () => {
    expect(await bodyOf(send('GET', '/api/own-facility'))).toEqual({ possible: false })
    expect(await refusalOf(await send('POST', '/api/own-facility'))).toEqual([409, 'not_the_demo'])
  })

  test.each(['user', 'coach', 'desk'] as const)('%s leaves no demo', async (role) => {
    const { cookie } = await addPerson(app, { role })
    expect((await send('GET', '/api/own-facility', undefined, cookie)).status).toBe(
      role === 'desk' ? 200 : 403,
    )
    const refused = await send('POST', '/api/own-facility', undefined, cookie)
    expect(await refusalOf(refused)).toEqual([403, 'forbidden'])
  })
})

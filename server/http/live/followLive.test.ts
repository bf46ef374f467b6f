import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bodyOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addPerson } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let streams: AbortController[] = []
beforeAll(async () => {
  app = await startTestApp({ limits: true })
})
afterEach(async () => {
  for (const stream of streams) stream.abort()
  streams = []
  await expect.poll(openStreams).toBe(0)
})
afterAll(() => app.close())

const setLimits = (person: number | null, address: number | null) =>
  app.db
    .updateTable('facility')
    .set({ live_streams_per_person: person, live_streams_per_address: address })
    .execute()
/** Opens a stream and leaves it open. */
async function follow(cookie?: string, topics = `schedule:${tuesday()}`) {
  const stream = new AbortController()
  streams.push(stream)
  return app.request(`/api/events?topics=${topics}`, { signal: stream.signal, ...(cookie ? { cookie } : {}) })
}
async function statusesOf(cookies: string[]) {
  const answers = await Promise.all(cookies.map((cookie) => follow(cookie)))
  for (const refused of answers.filter(({ ok }) => !ok)) await refused.text()
  return answers.map(({ status }) => status).sort()
}
async function openStreams(): Promise<number> {
  const text = await (await app.request('/metrics')).text()
  return Number(/^dugout_\w*streams\S* (\d+)/m.exec(text)?.[1])
}

test('one person has no more streams open than allowed, and opens another when one has ended', async () => {
  await setLimits(3, 50)
  await expect.poll(async () => (await app.context.facility.limits()).live_streams_per_person).toBe(3)
  const [pat, sam] = [await addPerson(app), await addPerson(app)]
  expect(await statusesOf(Array.from({ length: 10 }, () => pat.cookie))).toEqual([
    ...[200, 200, 200],
    ...Array.from({ length: 7 }, () => 429),
  ])
  expect((await follow(sam.cookie)).status).toBe(200)
  expect((await follow()).status).toBe(200)
  expect(await openStreams()).toBe(5)
  for (const stream of streams) stream.abort()
  await expect.poll(openStreams).toBe(0)
  expect((await follow(pat.cookie)).status).toBe(200)
})

test('a HEAD is answered with the headers and leaves no stream open', async () => {
  const answer = await app.request(`/api/events?topics=schedule:${tuesday()}`, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(await openStreams()).toBe(0)
})

test('visitors of one network address have no more open than allowed, over all kinds of topics, and are told when to retry', async () => {
  await setLimits(50, 3)
  await expect.poll(async () => (await app.context.facility.limits()).live_streams_per_address).toBe(3)
  const id = '00000000-0000-4000-8000-000000000000'
  const kinds = [
    `camp:${id}`,
    `class:${id}`,
    `coach:${id}:${tuesday()},schedule:${tuesday(1)},schedule:${tuesday(2)}`,
  ]
  for (const topics of kinds) expect((await follow(undefined, topics)).status).toBe(200)
  for (const topics of [...kinds, undefined]) {
    const refused = await follow(undefined, topics)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await bodyOf<object>(refused)).toMatchObject({ code: 'too_many_streams' })
  }
})

test('visitors who use up an address take nothing from its customers, nor both from the staff behind it', async () => {
  await setLimits(50, 2)
  await expect.poll(async () => (await app.context.facility.limits()).live_streams_per_address).toBe(2)
  const customers = [await addPerson(app), await addPerson(app), await addPerson(app)]
  const staff = await Promise.all(
    (['desk', 'desk', 'coach', 'admin'] as const).map((role) => addPerson(app, { role })),
  )
  expect(await statusesOf(['', '', '', ''])).toEqual([200, 200, 429, 429])
  expect(await statusesOf(customers.map(({ cookie }) => cookie))).toEqual([200, 200, 429])
  expect(await statusesOf(staff.map(({ cookie }) => cookie))).toEqual([200, 200, 200, 200])
})

test('a client that left before its stream was opened takes no place', () => {
  const day = { name: 'schedule', sources: [{ channel: 'schedule_changed', payload: tuesday() }] } as const
  const follower = { isAllowed: null, limits: [{ key: 'someone', most: 1 }] }
  for (let time = 0; time < 3; time += 1)
    expect(app.context.live.follow([day], AbortSignal.abort(), follower)).not.toBeNull()
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Role } from '../../../shared/contract/fields.ts'
import { liveEvents, MOST_TOPICS } from '../../../shared/contract/live.ts'
import { accessRoles } from '../../../shared/contract/route.ts'
import { type TopicKindName, topicKinds, topicName } from '../../../shared/domain/liveTopics.ts'
import { addDays } from '../../../shared/domain/time/time.ts'
import { addCoach } from '../../features/coaches/coachTestKit.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { startDatabaseProxy } from '../../test/databaseProxy.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp
let other: TestApp
let cages: string[]
let customer: Person

beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  cages = await addCages(app.db, 4)
  customer = await addPerson(app, { name: 'Secret Name' })
})
afterAll(() => app.close())

const day = (ahead: number) => addDays(tuesday(), 7 * ahead)
async function book(on: string, cookie = customer.cookie): Promise<string> {
  const details = [group(cages[0] ?? '', on, '16:00', '16:30')]
  const response = await app.request('/api/bookings', {
    json: { bookingDetails: details, totalAmount: 20 },
    cookie,
  })
  expect(response.status).toBe(201)
  const booking = await app.db
    .selectFrom('bookings')
    .select('id')
    .where('start_time', '=', new Date(details[0]?.startTime ?? ''))
    .executeTakeFirstOrThrow()
  return booking.id
}
const ask = (topics: string, cookie?: string) =>
  app.request(`/api/events?topics=${topics}`, {
    signal: AbortSignal.timeout(10_000),
    ...(cookie ? { cookie } : {}),
  })
const setStatus = (id: string, status: 'paid' | 'canceled') =>
  app.db.updateTable('bookings').set({ status }).where('id', '=', id).execute()

test('live-events follows several days on one stream and tells of each under its own name', async () => {
  const week = [1, 2, 3].map((ahead) => `schedule:${day(ahead)}`)
  const stream = await followEvents(app, week)
  await book(day(3))
  await stream.next(`schedule:${day(3)}`)
  await book(day(1))
  await stream.next(`schedule:${day(1)}`)
  expect(stream.changed()).toEqual([`schedule:${day(3)}`, `schedule:${day(1)}`])
  await stream.end()
})

test('topics change by a new connection, which may reach another instance and misses nothing', async () => {
  const before = await followEvents(app, [`schedule:${day(4)}`, `schedule:${day(5)}`])
  const after = await followEvents(other, [`schedule:${day(5)}`, `schedule:${day(6)}`])
  await book(day(5))
  await before.next(`schedule:${day(5)}`)
  await after.next(`schedule:${day(5)}`)
  await before.end()
  await book(day(4))
  await book(day(6))
  await after.next(`schedule:${day(6)}`)
  expect(after.changed()).toEqual([`schedule:${day(5)}`, `schedule:${day(6)}`])
  await after.end()
})

test('the desk follows the bookings of all days by one topic', async () => {
  const desk = await addPerson(app, { role: 'desk' })
  const booked = await followEvents(other, ['bookings'], desk.cookie)
  const id = await book(day(2))
  await booked.next('bookings')
  const paid = await followEvents(other, ['bookings'], desk.cookie)
  await setStatus(id, 'paid')
  await paid.next('bookings')
  expect(paid.changed()).toEqual(['bookings'])
  for (const stream of [booked, paid]) await stream.end()
})

test('a payment is told to the desk and to the owner, and to nobody who follows the public schedule', async () => {
  const [desk, stranger] = [await addPerson(app, { role: 'desk' }), await addPerson(app)]
  const booked = await Promise.all([app, other].map((from) => followEvents(from, [`schedule:${day(7)}`])))
  const id = await book(day(7))
  // Both instances have heard of the booking itself.
  for (const stream of booked) {
    await stream.next(`schedule:${day(7)}`)
    await stream.end()
  }
  const [visitors, desks, own, strangers] = await Promise.all([
    followEvents(app, [`schedule:${day(7)}`]),
    followEvents(other, [`desk:${day(7)}`, `desk:${day(8)}`], desk.cookie),
    followEvents(other, ['me'], customer.cookie),
    followEvents(app, ['me', `schedule:${day(7)}`], stranger.cookie),
  ])
  await setStatus(id, 'paid')
  await desks.next(`desk:${day(7)}`)
  await own.next('me')
  await setStatus(id, 'canceled')
  for (const stream of [visitors, strangers]) {
    await stream.next(`schedule:${day(7)}`)
    expect(stream.changed()).toEqual([`schedule:${day(7)}`])
  }
  await book(day(8))
  await desks.next(`desk:${day(8)}`)
  expect(desks.changed()).toEqual([`desk:${day(7)}`, `desk:${day(7)}`, `desk:${day(8)}`])
  for (const stream of [visitors, desks, own, strangers]) {
    expect(stream.text()).not.toMatch(/Secret|paid|@/)
    expect(stream.text()).not.toContain(customer.id)
    await stream.end()
  }
})

describe('who may follow', () => {
  const roles: readonly Role[] = ['user', 'coach', 'desk', 'admin']
  const people = new Map<Role, Person>()
  const coachId = randomUUID()
  const namesOf = (kind: TopicKindName) =>
    topicName(kind, ...topicKinds[kind].parts.map((part) => (part === 'day' ? day(1) : coachId)))

  beforeAll(async () => {
    for (const role of roles) people.set(role, await addPerson(app, { role }))
    const coach = people.get('coach')?.id ?? ''
    await app.db.insertInto('coaches').values({ id: coachId, name: 'Coach', user_id: coach }).execute()
    await app.db.updateTable('profiles').set({ coach_id: coachId }).where('id', '=', coach).execute()
  })

  test.each(Object.keys(topicKinds) as TopicKindName[])(
    '%s: only those of its access class',
    async (kind) => {
      const { access } = topicKinds[kind]
      const allowed: readonly Role[] = access === 'public' ? roles : accessRoles[access]
      for (const role of [undefined, ...roles]) {
        const answer = await ask(namesOf(kind), role && people.get(role)?.cookie)
        const expected = access === 'public' || (role && allowed.includes(role)) ? 200 : role ? 403 : 401
        expect([role, answer.status]).toEqual([role, expected])
        await answer.body?.cancel()
      }
    },
  )

  test('a coach follows the own lessons and no other coach’s', async () => {
    const another = await addCoach(app.db, { name: 'Other' })
    const cookie = people.get('coach')?.cookie
    expect(await refusalOf(await ask(`lessons:${another.id}`, cookie))).toEqual([403, 'forbidden'])
    const stream = await followEvents(app, [`lessons:${coachId}`], cookie)
    for (const coach_id of [another.id, coachId]) {
      await app.db
        .insertInto('coach_bookings')
        .values({
          ...{ coach_id, cage_id: cages[1] ?? '', customer_type: 'user', customer_id: customer.id },
          ...{ lesson_date: day(coach_id === coachId ? 9 : 10), start_time: '16:00', end_time: '17:00' },
          ...{ duration_minutes: 60, coach_rate: '50', cage_cost: '30' },
        })
        .execute()
    }
    await stream.next(`lessons:${coachId}`)
    expect(stream.changed()).toEqual([`lessons:${coachId}`])
    await stream.end()
  })

  test('one topic that is not allowed refuses the whole list', async () => {
    const refused = await ask(`schedule:${day(1)},payments`, customer.cookie)
    expect(await refusalOf(refused)).toEqual([403, 'forbidden'])
  })

  test('nothing more is sent once the role has ended', async () => {
    const desk = await addPerson(app, { role: 'desk' })
    const streams = [
      await followEvents(app, ['people'], desk.cookie),
      await followEvents(other, ['people'], desk.cookie),
    ]
    await app.db.updateTable('profiles').set({ role: 'user' }).where('id', '=', desk.id).execute()
    for (const stream of streams) {
      await stream.ended()
      expect(stream.changed()).toEqual([])
    }
    expect(await refusalOf(await ask('people', desk.cookie))).toEqual([403, 'forbidden'])
  })
})

describe('a list of topics', () => {
  const days = Array.from({ length: MOST_TOPICS + 1 }, (_, ahead) => `schedule:${addDays(tuesday(), ahead)}`)

  test('names at most as many as the contract allows', async () => {
    const most = await ask(days.slice(1).join(','))
    expect(most.status).toBe(200)
    await most.body?.cancel()
    expect(await refusalOf(await ask(days.join(',')))).toEqual([400, 'invalid_input'])
  })

  test.each([
    '',
    ',',
    'everything',
    'schedule',
    'schedule:',
    'schedule:tomorrow',
    'schedule:2026-02-30',
    'schedule:2026-11-24:2026-11-25',
    'schedule:2026-11-24%0adata:%20x',
    'me:8d2c6c5e-33a5-4b4f-9a58-0d5c6b1c2f11',
    'camp:1',
    'constructor',
    '__proto__:x',
    'coach:8d2c6c5e-33a5-4b4f-9a58-0d5c6b1c2f11',
    `schedule:2026-11-24,${'x'.repeat(3_000)}`,
  ])('is refused with a code when it is hostile: %s', async (topics) => {
    expect(await refusalOf(await ask(topics, customer.cookie))).toEqual([400, 'invalid_input'])
  })

  test('that names a topic twice hears of it once', async () => {
    const coach = randomUUID()
    const [name, last] = [`coach:${coach}:${day(1)}`, `schedule:${day(1)}`]
    const stream = await followEvents(app, [name, `coach:${coach.toUpperCase()}:${day(1)}`, last])
    await sql`select pg_notify('coach_changed', ${`${coach} ${day(1)}`})`.execute(app.db)
    await sql`select pg_notify('schedule_changed', ${day(1)})`.execute(app.db)
    await stream.next(last)
    expect(stream.changed()).toEqual([name, last])
    await stream.end()
  })

  test('stands in the OpenAPI document with who may follow what', async () => {
    const { paths } = await bodyOf<{ paths: Record<string, { get?: { summary: string } }> }>(
      app.request('/api/openapi.json'),
    )
    expect(paths[liveEvents.path]?.get?.summary).toContain('payments (desk)')
  })
})

async function streamsOpen(): Promise<number> {
  const text = await (await app.request('/metrics')).text()
  return Number(/^dugout_\w*streams\S* (\d+)/m.exec(text)?.[1])
}

test('after the database was out of reach every topic is told, since nobody knows what was missed', async () => {
  const network = await startDatabaseProxy(app.databaseUrl)
  onTestFinished(() => network.close())
  const away = await app.another(network.url)
  const topics = [`schedule:${day(11)}`, `schedule:${day(12)}`, 'me']
  const stream = await followEvents(away, topics, customer.cookie)
  network.hang()
  await book(day(11))
  network.recover()
  for (const topic of topics) await stream.next(topic)
  expect(stream.changed()).toEqual(topics)
  await stream.end()
})

test('a client that goes away leaves nothing behind', async () => {
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => followEvents(app, ['me', `schedule:${day(1)}`], customer.cookie)),
  )
  expect(await streamsOpen()).toBe(20)
  await Promise.all(streams.map((stream) => stream.end()))
  await expect.poll(streamsOpen).toBe(0)
})

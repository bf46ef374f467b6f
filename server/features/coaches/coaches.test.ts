import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Coach } from '../../../shared/contract/lessons/coaches.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from './coachTestKit.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addCages(app.db, 2)
})
afterEach(async () => {
  await sql`delete from coach_bookings`.execute(app.db)
  await app.db.updateTable('profiles').set({ coach_id: null }).execute()
  await app.db.deleteFrom('coaches').execute()
})
afterAll(() => app.close())

const names = async () => (await bodyOf<Coach[]>(app.request('/api/coaches'))).map(({ name }) => name)

describe('list-coaches', () => {
  test('shows active coaches whose profile has the role coach, by name', async () => {
    const [zoe, abe, former, away] = await Promise.all([
      addPerson(app, { role: 'coach' }),
      addPerson(app, { role: 'coach' }),
      addPerson(app, { role: 'user' }),
      addPerson(app, { role: 'coach' }),
    ])
    await addCoach(app.db, { name: 'Zoe', person: zoe })
    await addCoach(app.db, { name: 'Abe', person: abe })
    await addCoach(app.db, { name: 'Former', person: former })
    await addCoach(app.db, { name: 'Away', person: away, active: false })
    await addCoach(app.db, { name: 'Unlinked' })
    expect(await names()).toEqual(['Abe', 'Zoe'])
  })

  test('shows coaches without a linked user only while no coach has one', async () => {
    await addCoach(app.db, { name: 'Unlinked' })
    expect(await names()).toEqual(['Unlinked'])
    await addCoach(app.db, { name: 'Linked', person: await addPerson(app, { role: 'user' }) })
    expect(await names()).toEqual([])
  })

  test('shows all active coaches when the roles cannot be read', async () => {
    await addCoach(app.db, { name: 'Linked', person: await addPerson(app, { role: 'user' }) })
    await addCoach(app.db, { name: 'Unlinked' })
    await sql`alter table profiles rename to profiles_away`.execute(app.db)
    try {
      expect(await names()).toEqual(['Linked', 'Unlinked'])
    } finally {
      await sql`alter table profiles_away rename to profiles`.execute(app.db)
    }
  })

  test('gives what a card shows, and no contact', async () => {
    const coach = await addCoach(app.db, { email: 'private@example.test', image: 'ab cd/me.webp' })
    expect(await bodyOf(app.request('/api/coaches'))).toEqual([
      {
        id: coach.id,
        name: 'Casey Coach',
        bio: 'Short swings, loud contact.',
        specialties: ['Hitting'],
        hourly_rate: 60,
        profile_image_url: '/files/coach-avatars/ab%20cd/me.webp',
      },
    ])
  })

  test('leaves an address of a picture as it is', async () => {
    await addCoach(app.db, { image: 'https://pictures.example/me.jpg' })
    expect(await bodyOf(app.request('/api/coaches'))).toMatchObject([
      { profile_image_url: 'https://pictures.example/me.jpg' },
    ])
  })
})

describe('get-coach', () => {
  test('gives one coach with a phone number and without an e-mail address', async () => {
    const coach = await addCoach(app.db, { email: 'private@example.test' })
    const body = await bodyOf<Record<string, unknown>>(app.request(`/api/coaches/${coach.id}`))
    expect(body).toMatchObject({ id: coach.id, phone_number: '(409) 555-0120', profile_image_url: null })
    expect(JSON.stringify(body)).not.toContain('private@')
  })

  test.each([
    ['an id that no coach has', (): string => randomUUID(), 404, 'coach_not_found'],
    ['an id that is none', (): string => 'me', 400, 'invalid_input'],
  ] as const)('refuses %s', async (_name, id, status, code) => {
    expect(await refusalOf(await app.request(`/api/coaches/${id()}`))).toEqual([status, code])
  })

  test('does not find an inactive coach, in the words of the specification', async () => {
    const coach = await addCoach(app.db, { active: false })
    const response = await app.request(`/api/coaches/${coach.id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'coach_not_found', message: 'Coach not found.' })
  })
})

describe('the stream of a coach', () => {
  test('names coach and day when a lesson of that coach is booked, and keeps quiet about others', async () => {
    const [coach, other] = [await addCoach(app.db), await addCoach(app.db, { name: 'Other' })]
    const day = tuesday(1)
    const topic = `coach:${coach.id}:${day}`
    const events = await followEvents(app, [topic])
    await lessonOf(other.id, day, '16:00', '17:00')
    await lessonOf(coach.id, tuesday(2), '16:00', '17:00')
    await lessonOf(coach.id, day, '17:00', '18:00')
    await events.next(topic)
    expect(events.changed()).toEqual([topic])
    await events.end()
  })

  test('refuses a day that is none', async () => {
    const response = await app.request(`/api/events?topics=coach:${randomUUID()}:today`)
    expect(await refusalOf(response)).toEqual([400, 'invalid_input'])
  })
})

async function lessonOf(coachId: string, day: string, from: string, to: string): Promise<void> {
  const { id: cage_id } = await app.db.selectFrom('cages').select('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('coach_bookings')
    .values({
      coach_id: coachId,
      cage_id,
      customer_type: 'guest',
      guest_name: 'Secret Name',
      guest_phone: '1',
      lesson_date: day,
      start_time: from,
      end_time: to,
      duration_minutes: 60,
      coach_rate: '60',
      cage_cost: '30',
    })
    .execute()
}

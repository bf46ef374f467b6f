/** update-lesson-group and delete-lesson-group: lessons of one person at one time are changed together, or not at all. */

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Problem } from '../../../../shared/contract/errors.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { messagesAbout, problemOf, staffOf, startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'

const { admin, app, customer, desk, freshDay, other } = await startStaffedFacility()
const works = [{ day_of_week: 2, from: '15:00', to: '20:00' }]
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coaches = [
  await addCoach(app.db, { person: giver, works }),
  await addCoach(app.db, { name: 'Lou Other', works }),
]
afterAll(() => app.close())

const groupsOf = (person: Person, from = app) => {
  const send = (method: string, path: string) => (json: object, key?: string) =>
    from.request(`/api/admin/lesson-groups${path}`, {
      ...{ method, cookie: person.cookie, json },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  return { update: send('PATCH', ''), delete: send('POST', '/delete') }
}

interface GroupAnswer {
  message: string
  bookings: StaffLesson[]
  refund_amount: number
  undo: Undo
}

/** An hour with each coach at one time, as a screen shows them. */
async function bookGroup(day: string, startTime = '16:00') {
  const seen: { id: string; expected_revision: number }[] = []
  for (const { id: coach_id } of coaches) {
    const { booking } = await bodyOf<{ booking: StaffLesson }>(
      staffOf(app, desk).post('/api/admin/lessons', {
        ...{ user_id: customer.id, coach_id, lesson_date: day, start_time: startTime, duration_minutes: 60 },
        tell: false,
      }),
    )
    seen.push({ id: booking.id, expected_revision: booking.revision })
  }
  return seen
}
type Seen = Awaited<ReturnType<typeof bookGroup>>

const rowsOf = (seen: Seen) =>
  app.db
    .selectFrom('coach_bookings')
    .selectAll()
    .where(
      'id',
      'in',
      seen.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
/** To the customer; what the coaches of the booking itself were told is not counted. */
const toldTheCustomer = async (seen: Seen) =>
  (await Promise.all(seen.map(({ id }) => messagesAbout(app, id))))
    .flat()
    .filter(({ template }) => template.startsWith('lesson-'))
    .map(({ template }) => template)

test('both are moved in one step, each with its messages, and one undo takes both back', async () => {
  const [day, to] = [freshDay(), freshDay()]
  const seen = await bookGroup(day)
  const answer = await bodyOf<GroupAnswer>(
    groupsOf(desk).update({ bookings: seen, new_lesson_date: to, new_start_time: '17:00' }),
  )
  expect(answer.message).toMatch(
    /^2 lessons of Pat Parent with Casey Coach and Lou Other are changed: Tue, \w+ \d+, 5:00 PM\.$/,
  )
  expect(answer.bookings.map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
  expect((await rowsOf(seen)).map(({ lesson_date }) => lesson_date)).toEqual([to, to])
  expect(await toldTheCustomer(seen)).toEqual(['lesson-changed', 'lesson-changed'])
  expect((await staffOf(app, desk).undo(answer.undo)).status).toBe(200)
  expect((await rowsOf(seen)).map(({ lesson_date }) => lesson_date)).toEqual([day, day])
  expect(await toldTheCustomer(seen)).toEqual([])
  expect(await disagreements(app.db)).toEqual([])
})

test('where the second coach is taken, neither is moved, and the refusal names that lesson', async () => {
  const day = freshDay()
  const stranger = await addPerson(app)
  await staffOf(app, desk).post('/api/admin/lessons', {
    ...{ user_id: stranger.id, coach_id: coaches[1]?.id, lesson_date: day },
    ...{ start_time: '18:00', duration_minutes: 60 },
  })
  const seen = await bookGroup(day)
  const before = await rowsOf(seen)
  const refused = await groupsOf(desk).update({ bookings: seen, new_start_time: '18:00' })
  const { code, message, details } = await bodyOf<Problem>(refused)
  expect([refused.status, code]).toEqual([409, 'lesson_time_taken'])
  expect(message).toMatch(/^Nothing was changed\. Lou Other has .*, lesson\.$/)
  expect(details).toMatchObject({ refused: { id: seen[1]?.id, name: 'Lesson with Lou Other' } })
  expect(await rowsOf(seen)).toEqual(before)
  expect(await toldTheCustomer(seen)).toEqual([])
})

test('both are deleted at one press, once for each key', async () => {
  const [seen, key] = [await bookGroup(freshDay()), randomUUID()]
  const first = await bodyOf<GroupAnswer>(groupsOf(desk).delete({ bookings: seen }, key))
  expect(await rowsOf(seen)).toEqual([])
  expect(await bodyOf(groupsOf(desk, other).delete({ bookings: seen }, key))).toEqual(first)
  expect((await staffOf(app, desk).undo(first.undo)).status).toBe(200)
  expect(await rowsOf(seen)).toHaveLength(2)
})

describe('by role', () => {
  test.each(['user', 'coach', 'their coach', 'their customer'] as const)('is refused to: %s', async (who) => {
    const own = { 'their coach': giver, 'their customer': customer }
    const person = who === 'user' || who === 'coach' ? await addPerson(app, { role: who }) : own[who]
    const seen = await bookGroup(freshDay())
    const before = await rowsOf(seen)
    const asked = { bookings: seen, new_status: 'canceled' }
    expect(await refusalOf(await groupsOf(person).update(asked))).toEqual([403, 'forbidden'])
    expect(await refusalOf(await groupsOf(person).delete({ bookings: seen }))).toEqual([403, 'forbidden'])
    expect(await rowsOf(seen)).toEqual(before)
  })

  test.each([
    ['desk', desk],
    ['admin', admin],
  ] as const)('is open to the role %s', async (_, person) => {
    const seen = await bookGroup(freshDay())
    expect((await groupsOf(person).update({ bookings: seen, new_coach_notes: 'Bring tees' })).status).toBe(
      200,
    )
    expect((await rowsOf(seen)).map(({ coach_notes }) => coach_notes)).toEqual(['Bring tees', 'Bring tees'])
  })
})

test('two desks that edit both at one moment: one wins as a whole', { timeout: 90_000 }, async () => {
  for (let round = 0; round < 10; round += 1) {
    const seen = await bookGroup(freshDay())
    const [one, two] = await Promise.all([
      groupsOf(desk).update({ bookings: seen, new_coach_notes: 'one' }),
      groupsOf(admin, other).update({ bookings: seen.toReversed(), new_coach_notes: 'two' }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const notes = one.status === 200 ? 'one' : 'two'
    expect((await rowsOf(seen)).map(({ coach_notes }) => coach_notes)).toEqual([notes, notes])
    expect(await problemOf(one.status === 200 ? two : one)).toMatchObject({ code: 'changed_meanwhile' })
  }
})

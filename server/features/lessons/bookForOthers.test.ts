import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../../shared/contract/errors.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { auditOf, startStaffedFacility } from '../bookings/staffTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson, postLesson } from './lessonTestKit.ts'

const { admin, app, cage, customer, desk, freshDay, scheduleOf } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
const otherCoach = await addCoach(app.db, { name: 'Olly Other' })
afterAll(() => app.close())

const guest = { guest_details: { name: 'Gwen Guest', phone: '409 555 0177', email: '' } }
const give = (by: Person, day: string, more: object, startTime = '16:00') =>
  postLesson(app, lesson(coach.id, day, startTime, more), { cookie: by.cookie })
const rowOf = async (answer: Promise<Response>) => {
  const { booking } = await bodyOf<LessonAnswer>(answer)
  return app.db
    .selectFrom('coach_bookings')
    .selectAll()
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
}
const templatesTo = async (id: string) =>
  (
    await app.db
      .selectFrom('outbox')
      .select(['template', 'to_user_id'])
      .where('dedupe_key', 'like', `%${id}`)
      .execute()
  ).map(({ template, to_user_id }) => [template, to_user_id])

describe('create-coach-booking by staff', () => {
  test('books a client of the coach, outside the weekly hours too, and tells the client alone', async () => {
    const row = await rowOf(give(giver, freshDay(), { customer_id: customer.id, cage_id: cage(2) }, '20:00'))
    expect(row).toMatchObject({ customer_id: customer.id, cage_id: cage(2), status: 'pending payment' })
    expect(await templatesTo(row.id)).toEqual([['lesson-confirmed', customer.id]])
    expect(await auditOf(app, row.id)).toMatchObject([{ action: 'INSERT', user_id: giver.id }])
  })

  test('books a guest without the checks of a form, whose kind of payment it keeps', async () => {
    const row = await rowOf(give(desk, freshDay(), { ...guest, payment_method: 'cash' }))
    expect(row).toMatchObject({
      customer_id: null,
      guest_name: 'Gwen Guest',
      guest_phone: '(409) 555-0177',
      payment_method: 'cash',
      guest_origins: [],
    })
    expect(await templatesTo(row.id)).toEqual([['lesson-booked', giver.id]])
  })

  test('needs a reason of the desk outside the weekly hours', async () => {
    const day = freshDay()
    const asked = { customer_id: customer.id }
    const refused = await give(desk, day, asked, '20:00')
    expect(await bodyOf<Problem>(refused)).toMatchObject({
      code: 'coach_unavailable',
      details: { override: 'coach_hours' },
    })
    const row = await rowOf(give(desk, day, { ...asked, override_reason: 'Casey agreed' }, '20:00'))
    expect(await auditOf(app, row.id)).toMatchObject([{ description: 'Override: Casey agreed' }])
  })

  test('of a taken time is refused, whatever the reason', async () => {
    const day = freshDay()
    await give(giver, day, guest)
    const again = await give(admin, day, { customer_id: customer.id, override_reason: 'They insist' })
    expect(await refusalOf(again)).toEqual([409, 'lesson_time_taken'])
  })

  test('of another coach is not for a coach, but for the desk', async () => {
    const request = { customer_id: customer.id, coach_id: otherCoach.id }
    expect(await refusalOf(await give(giver, freshDay(), request))).toEqual([404, 'coach_not_found'])
    expect((await give(desk, freshDay(), request)).status).toBe(201)
  })

  test.each([
    ['a customer that does not exist', { customer_id: randomUUID() }, 404, 'customer_not_found'],
    [
      'a guest with a number that cannot exist',
      { guest_details: { name: 'Gwen', phone: '12' } },
      400,
      'invalid_input',
    ],
    ['a card as the way to pay', { ...guest, payment_method: 'card' }, 400, 'online_payment_unavailable'],
  ])('for %s is refused', async (_name, more, status, code) => {
    const day = freshDay()
    expect(await refusalOf(await give(desk, day, more))).toEqual([status, code])
    expect(await scheduleOf(day)).toEqual([])
  })
})

describe('create-coach-booking by a customer', () => {
  test('for somebody else is refused, known or not, to a visitor as well', async () => {
    for (const customer_id of [admin.id, randomUUID()]) {
      expect(await refusalOf(await give(customer, freshDay(), { customer_id }))).toEqual([403, 'forbidden'])
      expect(await refusalOf(await give({ ...customer, cookie: '' }, freshDay(), { customer_id }))).toEqual([
        401,
        'unauthenticated',
      ])
    }
  })

  test('keeps to the weekly hours, whatever reason is written', async () => {
    const asked = { customer_id: customer.id, override_reason: 'Please' }
    expect(await refusalOf(await give(customer, freshDay(), asked, '20:00'))).toEqual([
      409,
      'coach_unavailable',
    ])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../../../shared/contract/errors.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { auditOf, staffOf, startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'

const { app, book, cage, customer, desk, freshDay, other, scheduleOf } = await startStaffedFacility()
const giver = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const coach = await addCoach(app.db, {
  person: giver,
  works: [{ day_of_week: 2, from: '16:00', to: '20:00' }],
})
afterAll(() => app.close())

const guest = { guest_name: 'Gwen Guest', guest_phone: '409 555 0177' }
const asked = (day: string, more: object) => ({
  ...{ coach_id: coach.id, lesson_date: day, start_time: '16:00', duration_minutes: 60 },
  ...more,
})
const insert = (day: string, more: object, staff: Person = desk, key?: string) =>
  staffOf(app, staff).post('/api/admin/lessons', asked(day, more), key)
interface Inserted {
  message: string
  booking: StaffLesson
  total_amount: number
}

describe('insert-coach-bookings', () => {
  test('books anybody of a household with any coach, once for each key', async () => {
    const day = freshDay()
    const mia = await addChild(app.db, [customer], { name: 'Mia Lopez' })
    const more = {
      ...{ user_id: customer.id, participant_id: mia, cage_id: cage(2) },
      ...{ payment_method: 'cash', customer_notes: 'Left-handed', totalAmount: 90 },
    }
    const key = randomUUID()
    const answer = await insert(day, more, desk, key)
    expect(answer.status).toBe(201)
    const { message, booking, total_amount } = await bodyOf<Inserted>(answer)
    expect(message).toBe('The lesson of Mia Lopez with Casey Coach is booked.')
    expect({ total_amount, ...booking }).toMatchObject({
      ...{ total_amount: 90, customer_name: 'Pat Parent', participant_name: 'Mia Lopez' },
      ...{ cage_name: 'Cage 2', status: 'pending payment', payment_method: 'cash' },
      ...{ customer_notes: 'Left-handed', paid_by_hand_at: null },
    })
    expect((await bodyOf<Inserted>(insert(day, more, desk, key))).booking.id).toBe(booking.id)
    expect(await auditOf(app, booking.id)).toMatchObject([{ action: 'INSERT', user_id: desk.id }])
  })

  test('takes the first free cage where none is named', async () => {
    const day = freshDay()
    await book(day)
    const { booking } = await bodyOf<Inserted>(insert(day, guest))
    expect(booking).toMatchObject({
      cage_name: 'Cage 2',
      booking_type: 'guest',
      customer_phone: '(409) 555-0177',
    })
  })

  test('notes a payment at the desk with who took it', async () => {
    const { booking } = await bodyOf<Inserted>(insert(freshDay(), { ...guest, status: 'paid' }))
    expect(booking).toMatchObject({ status: 'paid', payment_status: 'paid' })
    const row = app.db.selectFrom('coach_bookings').select('paid_by_hand_by').where('id', '=', booking.id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ paid_by_hand_by: desk.id })
  })

  test('books a guest with only an e-mail address, and confirms it there', async () => {
    const { booking } = await bodyOf<Inserted>(
      insert(freshDay(), { guest_name: 'Gwen', guest_email: 'Gwen@Example.test' }),
    )
    expect(booking).toMatchObject({ customer_email: 'gwen@example.test', customer_phone: null })
    const sent = app.db.selectFrom('outbox').select('template').where('to_email', '=', 'gwen@example.test')
    expect(await sent.execute()).toEqual([{ template: 'lesson-confirmed' }])
  })

  test('needs a reason outside the weekly hours of the coach, and keeps it', async () => {
    const day = freshDay()
    const late = { ...guest, start_time: '20:00' }
    expect(await bodyOf<Problem>(insert(day, late))).toMatchObject({
      code: 'coach_unavailable',
      details: { override: 'coach_hours' },
    })
    const { booking } = await bodyOf<Inserted>(insert(day, { ...late, override_reason: 'Casey agreed' }))
    expect(await auditOf(app, booking.id)).toMatchObject([{ description: 'Override: Casey agreed' }])
  })

  test('is refused by name of what the coach has', async () => {
    const day = freshDay()
    await insert(day, { ...guest, cage_id: cage(1) })
    const refused = await insert(day, { user_id: customer.id, start_time: '16:30' })
    expect(await bodyOf<Problem>(refused)).toMatchObject({
      code: 'lesson_time_taken',
      message: 'Casey Coach has Gwen Guest, 4:00–5:00 PM, lesson.',
    })
  })

  test.each([
    ['another price than was shown', { ...guest, totalAmount: 20 }, 409, 'price_changed'],
    ['a length of 45 minutes', { ...guest, duration_minutes: 45 }, 400, 'invalid_input'],
    ['nobody', {}, 400, 'invalid_input'],
    ['an unknown customer', { user_id: randomUUID() }, 404, 'customer_not_found'],
    ['an unknown coach', { ...guest, coach_id: randomUUID() }, 404, 'coach_not_found'],
    ['an unknown cage', { ...guest, cage_id: randomUUID() }, 404, 'cage_not_found'],
    [
      'someone of no household',
      { user_id: customer.id, participant_id: randomUUID() },
      404,
      'participant_not_found',
    ],
    [
      'a wall time that the clocks skip',
      { ...guest, lesson_date: '2027-03-14', start_time: '02:00', override_reason: 'Night' },
      409,
      'clocks_change',
    ],
  ])('refuses %s', async (_name, more, status, code) => {
    const day = freshDay()
    expect(await refusalOf(await insert(day, more))).toEqual([status, code])
    expect(await scheduleOf(day)).toEqual([])
  })

  test.each(['user', 'coach'] as const)('is refused to a %s', async (role) => {
    const person = role === 'coach' ? giver : await addPerson(app)
    expect(await refusalOf(await insert(freshDay(), guest, person))).toEqual([403, 'forbidden'])
  })

  test('of twenty desks at once books one', async () => {
    const day = freshDay()
    const json = asked(day, guest)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? app : other).request('/api/admin/lessons', { json, cookie: desk.cookie }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await disagreements(app.db)).toEqual([])
  })
})

describe('update-lesson-guest', () => {
  const contact = { guest_name: 'Gwen Garner', guest_email: 'gwen.garner@example.test', guest_phone: null }

  test('writes down how a guest can be reached', async () => {
    const { booking } = await bodyOf<Inserted>(insert(freshDay(), guest))
    const saved = await staffOf(app, desk).put(`/api/lessons/${booking.id}/guest`, contact)
    expect(await bodyOf<Inserted>(saved)).toMatchObject({
      message: 'Saved for Gwen Garner.',
      booking: {
        customer_name: 'Gwen Garner',
        customer_email: 'gwen.garner@example.test',
        customer_phone: null,
      },
    })
  })

  test("refuses an account's lesson, and a guest who cannot be reached", async () => {
    const own = await bodyOf<Inserted>(insert(freshDay(), { user_id: customer.id }))
    const put = staffOf(app, desk).put
    expect(await refusalOf(await put(`/api/lessons/${own.booking.id}/guest`, contact))).toEqual([
      404,
      'lesson_not_found',
    ])
    const { booking } = await bodyOf<Inserted>(insert(freshDay(), guest))
    const nowhere = { guest_name: 'Gwen', guest_email: '', guest_phone: '' }
    expect(await refusalOf(await put(`/api/lessons/${booking.id}/guest`, nowhere))).toEqual([
      400,
      'invalid_input',
    ])
  })
})

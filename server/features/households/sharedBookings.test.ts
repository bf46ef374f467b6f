import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountOverview } from '../../../shared/contract/accounts/accountOverview.ts'
import type { CustomerPayment } from '../../../shared/contract/accounts/accountPayments.ts'
import type { CustomerBooking } from '../../../shared/contract/bookings/bookings.ts'
import type { CustomerLesson } from '../../../shared/contract/lessons/lessons.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { openPayment, payByCard, sendCard } from '../../test/cardPayment.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { followEvents } from '../../test/followEvents.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { payFor } from '../bookings/changeTestKit.ts'
import { staffOf } from '../bookings/staffTestKit.ts'
import { addCoach, type TestCoach } from '../coaches/coachTestKit.ts'
import { type LessonAnswer, lesson } from '../lessons/lessonTestKit.ts'
import { addChild, familyOf } from './householdTestKit.ts'

let app: TestApp
let cages: string[]
let coach: TestCoach
let desk: Person

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 4)
  coach = await addCoach(app.db, { email: 'casey@example.test' })
  desk = await addPerson(app, { role: 'desk' })
  await app.db
    .updateTable('facility')
    .set({ card_payment_for_cages: true, card_payment_for_lessons: true, booking_window_days: 730 })
    .execute()
})
afterAll(() => app.close())

let weeks = 0
const freshDay = () => tuesday(weeks++)
const post = ({ cookie }: Person, path: string, json: object = {}) => app.request(path, { json, cookie })
const get = <Body>({ cookie }: Person, path: string) => bodyOf<Body>(app.request(path, { cookie }))

/** Two parents, Jo and Sam, of one child, Mia. */
async function family() {
  const [jo, sam] = [
    await addPerson(app, { name: 'Jo Parent' }),
    await addPerson(app, { name: 'Sam Parent' }),
  ]
  return { jo, sam, mia: await addChild(app.db, [jo, sam], { name: 'Mia' }) }
}

const hour = (day: string, more: object = {}) => ({
  bookingDetails: [group(cages[0] ?? '', day, '16:00', '17:00')],
  totalAmount: 30,
  ...more,
})

/** What is the same for cage bookings and lessons. */
const kinds = {
  booking: {
    path: '/api/me/bookings',
    column: 'booking_id',
    missing: 'booking_not_found',
    noun: 'booking',
    book: async (by: Person, participant_id: string | null) => {
      const answer = await bodyOf<{ message: string; bookings: { id: string }[] }>(
        post(by, '/api/bookings', hour(freshDay(), { participant_id })),
      )
      return { id: answer.bookings[0]?.id ?? '', message: answer.message }
    },
    move: () => ({ start_time: group('', freshDay(), '18:00', '19:00').startTime }),
  },
  lesson: {
    path: '/api/me/lessons',
    column: 'coach_booking_id',
    missing: 'lesson_not_found',
    noun: 'lesson',
    book: async (by: Person, participant_id: string | null) => {
      const json = lesson(coach.id, freshDay(), '17:00', { participant_id })
      const { booking, message } = await bodyOf<LessonAnswer>(post(by, '/api/lessons', json))
      return { id: booking.id, message }
    },
    move: () => ({ lesson_date: freshDay(), start_time: '18:00' }),
  },
} as const
type Kind = keyof typeof kinds
const both: readonly Kind[] = ['booking', 'lesson']

const seen = async (by: Person, kind: Kind, id: string) =>
  (await get<(CustomerBooking | CustomerLesson)[]>(by, kinds[kind].path)).find((row) => row.id === id)

/** Who was written to about something, by template. */
async function told(id: string, template: string) {
  const rows = await app.db
    .selectFrom('outbox')
    .select(['to_user_id', 'data', 'calendar'])
    .where('template', '=', template)
    .where('dedupe_key', 'like', `%${id}%`)
    .orderBy('to_user_id')
    .execute()
  return rows.map((row) => ({
    to: row.to_user_id,
    data: row.data as Record<string, string>,
    calendar: row.calendar as { content: string } | null,
  }))
}
const readersOf = async (id: string, template: string) => (await told(id, template)).map(({ to }) => to)
const sorted = (...people: Person[]) => people.map(({ id }) => id).sort()

const pay = (kind: Kind, by: Person, id: string) =>
  payFor(app, by, kind === 'booking' ? { booking_id: id } : { coach_booking_id: id }, 'card')

const refunds = async (kind: Kind, id: string) =>
  app.db
    .selectFrom('payment_refunds as back')
    .innerJoin('payment_items as item', 'item.id', 'back.payment_item_id')
    .select(['back.amount', 'requested_by'])
    .where(`item.${kinds[kind].column}`, '=', id)
    .execute()

describe.each(both)('a %s for a child', (kind) => {
  const { path, book, move, missing, noun } = kinds[kind]

  test('is seen, moved and canceled by the second adult, and both are told with the name', async () => {
    const { jo, sam, mia } = await family()
    const { id, message } = await book(jo, mia)
    expect(message).toContain('for Mia')
    expect(await seen(jo, kind, id)).toMatchObject({ participant: { id: mia, name: 'Mia' }, booked_by: null })
    expect(await seen(sam, kind, id)).toMatchObject({
      participant: { id: mia, name: 'Mia' },
      booked_by: 'Jo Parent',
    })
    for (const by of [jo, sam]) {
      const overview = await get<AccountOverview>(by, '/api/me/overview')
      const { count, next } = kind === 'booking' ? overview.bookings : overview.lessons
      expect([count, next[0]?.participant?.name]).toEqual([1, 'Mia'])
    }
    const confirmed = await told(id, `${noun}-confirmed`)
    expect(confirmed.map(({ to }) => to)).toEqual(sorted(jo, sam))
    expect(confirmed.map(({ data }) => data.participant_name)).toEqual(['Mia', 'Mia'])
    expect(confirmed.find(({ to }) => to === sam.id)?.data.full_name).toBe('Sam Parent')

    const moved = await bodyOf<{ message: string }>(post(sam, `${path}/${id}/move`, move()))
    expect(moved.message).toContain(`The ${noun} for Mia`)
    expect(await readersOf(id, `${noun}-changed`)).toEqual(sorted(jo, sam))
    const changed = new Map((await told(id, `${noun}-changed`)).map(({ to, data }) => [to, data]))
    expect(changed.get(sam.id)).toMatchObject({ heading: 'You moved it, Sam.', question: '' })
    expect(changed.get(jo.id)).toMatchObject({
      heading: `Sam Parent moved Mia’s ${noun === 'booking' ? 'cage' : noun}.`,
      question: expect.stringMatching(/\?$/),
    })
    const canceled = await post(sam, `${path}/${id}/cancel`)
    expect(canceled.status).toBe(200)
    expect((await seen(jo, kind, id))?.status).toBe('canceled')
    expect(await readersOf(id, `${noun}-canceled`)).toEqual(sorted(jo, sam))
  })

  test('is told once to an adult who does not wish to be told, where that adult acts or has booked', async () => {
    const { jo, sam, mia } = await family()
    await familyOf(app, jo).setTold(mia, jo.id, false)
    await familyOf(app, sam).setTold(mia, sam.id, false)
    const { id } = await book(jo, mia)
    expect(await readersOf(id, `${noun}-confirmed`)).toEqual([jo.id])
    await post(sam, `${path}/${id}/cancel`)
    expect(await readersOf(id, `${noun}-canceled`)).toEqual(sorted(jo, sam))
  })

  test('gives the money back to who paid, and says so to each adult', async () => {
    const { jo, sam, mia } = await family()
    const { id } = await book(jo, mia)
    await pay(kind, jo, id)
    const { message } = await bodyOf<{ message: string }>(post(sam, `${path}/${id}/cancel`))
    expect(message).toContain('goes back to the card that it was paid with.')
    expect(await refunds(kind, id)).toEqual([{ amount: expect.any(String), requested_by: sam.id }])
    const lines = new Map((await told(id, `${noun}-canceled`)).map(({ to, data }) => [to, data.refund_line]))
    expect(lines.get(jo.id)).toContain('the card you paid with')
    expect(lines.get(sam.id)).toContain('the card that it was paid with')
    expect((await get<CustomerPayment[]>(sam, '/api/me/payments')).length).toBe(0)
    const [payment] = await get<CustomerPayment[]>(jo, '/api/me/payments')
    expect(payment?.items[0]?.participant).toEqual({ id: mia, name: 'Mia' })
  })

  test('is canceled once when both adults cancel at the same moment', async () => {
    const { jo, sam, mia } = await family()
    const { id } = await book(jo, mia)
    await pay(kind, jo, id)
    const answers = await Promise.all([jo, sam].map((by) => post(by, `${path}/${id}/cancel`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refunds(kind, id)).toHaveLength(1)
    expect(await readersOf(id, `${noun}-canceled`)).toEqual(sorted(jo, sam))
  })

  test('does not exist for an adult who was removed, whether that adult booked it or not', async () => {
    const { jo, sam, mia } = await family()
    const [ofJo, ofSam] = [await book(jo, mia), await book(sam, mia)]
    await pay(kind, sam, ofSam.id)
    const live = await followEvents(app, ['me'], sam.cookie)
    expect((await familyOf(app, jo).removeAdult(mia, sam.id)).status).toBe(204)
    await live.next('me')
    await live.end()
    for (const { id } of [ofJo, ofSam]) {
      expect(await seen(sam, kind, id)).toBeUndefined()
      expect(await refusalOf(await post(sam, `${path}/${id}/cancel`))).toEqual([404, missing])
      expect(await refusalOf(await post(sam, `${path}/${id}/move`, move()))).toEqual([404, missing])
      expect(await seen(jo, kind, id)).toMatchObject({ participant: { name: 'Mia' } })
    }
    expect((await get<AccountOverview>(sam, '/api/me/overview'))[`${noun}s`].count).toBe(0)
    const [payment] = await get<CustomerPayment[]>(sam, '/api/me/payments')
    expect(payment?.items[0]?.participant).toBeNull()

    expect((await post(jo, `${path}/${ofSam.id}/cancel`)).status).toBe(200)
    // What Sam paid comes back: of that, and of nothing else, Sam is told.
    expect(await readersOf(ofSam.id, `${noun}-canceled`)).toEqual([jo.id])
    const [refund] = await told(ofSam.id, 'refund-sent')
    expect(refund?.to).toBe(sam.id)
    expect(JSON.stringify(refund?.data)).not.toMatch(/Mia|PM|202\d/)
  })

  test('stays with who booked it when the child is deleted', async () => {
    const { jo, sam, mia } = await family()
    const { id } = await book(jo, mia)
    await app.db.deleteFrom('participants').where('id', '=', mia).execute()
    expect(await seen(sam, kind, id)).toBeUndefined()
    expect(await seen(jo, kind, id)).toMatchObject({ participant: null, booked_by: null })
    expect((await post(jo, `${path}/${id}/cancel`)).status).toBe(200)
    expect(await readersOf(id, `${noun}-canceled`)).toEqual([jo.id])
  })

  test('is for oneself where nobody is named, and told and shown as ever', async () => {
    const { jo, sam } = await family()
    const { id, message } = await book(jo, null)
    expect(message).not.toContain('for ')
    expect(await seen(jo, kind, id)).toMatchObject({ participant: null, booked_by: null })
    expect(await seen(sam, kind, id)).toBeUndefined()
    expect((await told(id, `${noun}-confirmed`)).map(({ to, data }) => [to, data.participant_name])).toEqual([
      [jo.id, ''],
    ])
  })
})

describe('who is named', () => {
  const requests = {
    'create-booking': (participant_id: string) => ['/api/bookings', hour(freshDay(), { participant_id })],
    'create-coach-booking': (participant_id: string) => [
      '/api/lessons',
      lesson(coach.id, freshDay(), '17:00', { participant_id }),
    ],
    'a card payment for a cage': (participant_id: string) => [
      '/api/payments/intents',
      hour(freshDay(), { participant_id }),
    ],
    'a card payment for a lesson': (participant_id: string) => [
      '/api/payments/intents',
      lesson(coach.id, freshDay(), '17:00', { participant_id, payment_method: 'card' }),
    ],
  } as const satisfies Record<string, (id: string) => readonly [string, object]>

  test.for(Object.entries(requests))('%s refuses strangers and archived people', async ([, request]) => {
    const [{ jo, mia }, other] = [await family(), await family()]
    const rows = () => app.db.selectFrom('occupancy').select('during').execute()
    const before = await rows()
    const ask = (id: string) => app.request(request(id)[0], { json: request(id)[1], cookie: jo.cookie })
    expect(await refusalOf(await ask(other.mia))).toEqual([404, 'participant_not_found'])
    await app.db.updateTable('participants').set({ archived_at: new Date() }).where('id', '=', mia).execute()
    expect(await refusalOf(await ask(mia))).toEqual([409, 'participant_archived'])
    expect(await rows()).toEqual(before)
  })

  test('by the desk is of the named customer’s household', async () => {
    const [{ jo, sam, mia }, other] = [await family(), await family()]
    const { startTime, endTime } = group('', freshDay(), '16:00', '17:00')
    const at = { cage_ids: [cages[0] ?? ''], start_time: startTime, end_time: endTime }
    const path = `/api/customers/${jo.id}/bookings`
    const staff = staffOf(app, desk)
    const foreign = await staff.post(path, { ...at, participant_id: other.mia })
    expect(await refusalOf(foreign)).toEqual([404, 'participant_not_found'])
    const answer = await bodyOf<{ message: string; bookings: { id: string; participant_name: string }[] }>(
      staff.post(path, { ...at, participant_id: mia }),
    )
    expect(answer).toMatchObject({
      message: 'Booked for Mia: Cage 1.',
      bookings: [{ participant_name: 'Mia' }],
    })
    expect(await readersOf(answer.bookings[0]?.id ?? '', 'booking-confirmed')).toEqual(sorted(jo, sam))

    const lessonFor = (participant_id: string) =>
      post(
        desk,
        '/api/lessons',
        lesson(coach.id, freshDay(), '17:00', { customer_id: jo.id, participant_id }),
      )
    expect(await refusalOf(await lessonFor(other.mia))).toEqual([404, 'participant_not_found'])
    expect((await bodyOf<LessonAnswer>(lessonFor(mia))).message).toContain('The lesson of Mia')
  })

  test('is told to the coach, with who booked it', async () => {
    const { jo, mia } = await family()
    const { id } = await kinds.lesson.book(jo, mia)
    const [mail] = await told(id, 'lesson-booked')
    expect(mail?.data).toMatchObject({ participant_name: 'Mia', customer_name: 'Jo Parent' })
    expect(mail?.calendar?.content).toContain('SUMMARY:Lesson with Casey Coach for Mia')
  })
})

describe('paying by card for a child', () => {
  test('books for the child; the payment and its receipt stay with who paid', async () => {
    const { jo, sam, mia } = await family()
    const state = await payByCard(app, jo.cookie, hour(freshDay(), { participant_id: mia }))
    expect(state.status).toBe('succeeded')
    const [booking] = await get<CustomerBooking[]>(sam, '/api/me/bookings')
    expect(booking).toMatchObject({ status: 'paid', participant: { name: 'Mia' }, booked_by: 'Jo Parent' })
    expect(state.payment.description).not.toContain('Mia')
    expect(await get<CustomerPayment[]>(sam, '/api/me/payments')).toEqual([])
    expect(await readersOf(booking?.id ?? '', 'booking-confirmed')).toEqual(sorted(jo, sam))
  })

  test.for(both)('a %s is not booked where the buyer was removed in the meantime', async (kind) => {
    const { jo, sam, mia } = await family()
    const opened = await openPayment(
      app,
      sam.cookie,
      kind === 'booking'
        ? hour(freshDay(), { participant_id: mia })
        : lesson(coach.id, freshDay(), '17:00', { participant_id: mia, payment_method: 'card' }),
    )
    await familyOf(app, jo).removeAdult(mia, sam.id)
    await sendCard(app, opened)
    await post(sam, '/api/payments/confirm', { payment_intent_id: opened.paymentIntentId })
    expect(await get<unknown[]>(jo, kinds[kind].path)).toEqual([])
    expect(await get<unknown[]>(sam, kinds[kind].path)).toEqual([])
  })
})

describe('calendars', () => {
  const feedOf = async (by: Person) => {
    const { url } = await get<{ url: string }>(by, '/api/me/calendar-feed').then(() =>
      bodyOf<{ url: string }>(app.request('/api/me/calendar-feed', { method: 'POST', cookie: by.cookie })),
    )
    return async () => (await app.request(new URL(url).pathname)).text()
  }

  test('of both adults have the child’s entries by name, until one is removed', async () => {
    const { jo, sam, mia } = await family()
    const [ofJo, ofSam] = [await feedOf(jo), await feedOf(sam)]
    await kinds.booking.book(jo, mia)
    await kinds.lesson.book(sam, mia)
    for (const feed of [ofJo, ofSam]) {
      expect(await feed()).toMatch(
        /SUMMARY:Batting cage: Cage 1 for Mia[\s\S]*SUMMARY:Lesson with Casey Coach for Mia/,
      )
    }
    await familyOf(app, jo).removeAdult(mia, sam.id)
    expect(await ofSam()).not.toContain('SUMMARY')
    expect(await ofJo()).toContain('for Mia')
  })

  test('of one lesson open at its address only for an adult of the child', async () => {
    const { jo, sam, mia } = await family()
    const { id } = await kinds.lesson.book(jo, mia)
    const addressOf = async (by: Person) =>
      (await get<CustomerLesson[]>(by, '/api/me/lessons')).find((row) => row.id === id)?.calendar_url ?? ''
    const [ofJo, ofSam] = [await addressOf(jo), await addressOf(sam)]
    expect(await (await app.request(ofSam)).text()).toContain('Lesson with Casey Coach for Mia')
    await familyOf(app, jo).removeAdult(mia, sam.id)
    expect((await app.request(ofSam)).status).toBe(404)
    expect((await app.request(ofSam.replace(sam.id, jo.id))).status).toBe(404)
    expect((await app.request(ofJo)).status).toBe(200)
  })
})

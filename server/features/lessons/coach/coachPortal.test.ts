import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { CoachClient } from '../../../../shared/contract/lessons/coachClients.ts'
import type { CoachDay, CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { addDays, facilityDay } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { ZONE } from '../../../test/cageTime.ts'
import { addPerson, type Person } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { addChild } from '../../households/householdTestKit.ts'

interface Page<Item> {
  items: Item[]
  cursor: string | null
}

// Saturday, November 21, 2026, noon at the facility.
const { admin, app, cage, customer, desk, now } = await startStaffedFacility()
const today = facilityDay(now, ZONE)
const casey = await addPerson(app, { role: 'coach', name: 'Casey Coach' })
const olly = await addPerson(app, { role: 'coach', name: 'Olly Other' })
const coach = await addCoach(app.db, { person: casey })
const otherCoach = await addCoach(app.db, { person: olly, name: 'Olly Other', works: [] })
const stranger = await addPerson(app, { name: 'Sandy Stranger' })
await app.db
  .updateTable('profiles')
  .set({ phone_number: '(409) 555-0177' })
  .where('id', 'in', [customer.id, stranger.id])
  .execute()
const leo = await addChild(app.db, [customer], { name: 'Leo Parent', birthDate: '2016-11-22' })
const mia = await addChild(app.db, [stranger], { name: 'Mia Stranger', birthDate: '2014-01-01' })
await app.db
  .updateTable('participants')
  .set({ positions: ['P'], bats: 'left' })
  .where('id', 'in', [leo, mia])
  .execute()
afterAll(() => app.close())

/** Half an hour with Casey, as a row. */
async function give(lesson_date: string, start: string, more: object = {}): Promise<string> {
  const [hour = '', minute = ''] = start.split(':')
  const end_time = minute === '00' ? `${hour}:30` : `${String(Number(hour) + 1).padStart(2, '0')}:00`
  const row = {
    ...{ coach_id: coach.id, cage_id: cage(1), customer_type: 'user' as const, customer_id: customer.id },
    ...{
      lesson_date,
      start_time: start,
      end_time,
      duration_minutes: 30,
      coach_rate: '60.00',
      cage_cost: '20.00',
    },
    ...more,
  }
  const { id } = await app.db
    .insertInto('coach_bookings')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const empty = () => app.db.deleteFrom('coach_bookings').execute()

const ask = (path: string, { cookie }: Person = casey) => app.request(path, { cookie })
const list = (query: Record<string, string> = {}, id = coach.id) =>
  ask(`/api/coach/bookings?${new URLSearchParams({ p_coach_id: id, ...query })}`)
const listed = async (query: Record<string, string> = {}) =>
  (await bodyOf<Page<CoachLesson>>(list(query))).items

describe('get_coach_bookings', () => {
  test('lists upcoming and past lessons page by page, and skips none when others are booked in the meantime', async () => {
    await empty()
    const days = [-28, -21, -14, -7, 0, 7, 14, 21].map((ahead) => addDays(today, ahead))
    for (const day of days) await give(day, '16:00')
    const others = await give(days[5] ?? '', '17:00', { coach_id: otherCoach.id, cage_id: cage(2) })
    const dates = async (view: string) => {
      const first = await bodyOf<Page<CoachLesson>>(list({ view, page_size: '2' }))
      await give(addDays(today, 100), view === 'past' ? '18:00' : '17:00')
      const second = await bodyOf<Page<CoachLesson>>(
        list({ view, page_size: '2', cursor: first.cursor ?? '' }),
      )
      return [...first.items, ...second.items].map(({ lesson_date }) => lesson_date)
    }
    expect(await dates('upcoming')).toEqual(days.slice(4))
    expect(await dates('past')).toEqual(days.slice(0, 4).toReversed())
    const [oldest] = (await listed({ page_size: '100' })).toReversed()
    const only = await listed({ booking_id: oldest?.id ?? '', page_size: '1' })
    expect(only, 'one by its id, on whatever page').toMatchObject([{ lesson_date: days[0] }])
    expect(await listed({ booking_id: others })).toEqual([])
    expect((await listed({ view: 'newest' }))[0]).toMatchObject({ lesson_date: addDays(today, 100) })
    expect((await listed({ page_size: '100' })).map(({ lesson_date }) => lesson_date)).toEqual([
      addDays(today, 100),
      addDays(today, 100),
      ...days.toReversed(),
    ])
  })

  test('says what canceling a paid lesson gives back, as the cancellation then does', async () => {
    await empty()
    await give(addDays(today, 3), '16:00')
    const id = await give(addDays(today, 3), '17:00')
    const put = { method: 'PUT', json: { p_new_status: 'paid' }, cookie: casey.cookie }
    expect((await app.request(`/api/lessons/${id}/payment-status`, put)).status).toBe(200)
    const [unpaid, paid] = await listed({ view: 'upcoming' })
    expect(unpaid).toMatchObject({ refund_amount: 0, refund_method: null })
    expect(paid).toMatchObject({ id, refund_amount: paid?.total_cost, refund_method: 'front_desk' })
    expect(paid?.refund_amount).toBeGreaterThan(0)
    const canceled = app.request(`/api/lessons/${id}/cancel`, { json: {}, cookie: casey.cookie })
    expect(await bodyOf(canceled)).toMatchObject({ refund_amount: paid?.refund_amount })
  })

  test('says who takes part, how old they are that day, and how to reach the customer', async () => {
    await empty()
    await give(today, '16:00', { participant_id: leo })
    await give(addDays(today, 1), '16:00', { participant_id: leo, customer_notes: 'Works on bunts.' })
    const [before, after] = await listed({ view: 'upcoming' })
    expect(before?.participant).toEqual({
      ...{ id: leo, name: 'Leo Parent', age: 9, positions: ['P'], bats: 'left', throws: null },
    })
    expect(after).toMatchObject({
      participant: { age: 10 },
      customer_name: 'Pat Parent',
      customer_email: customer.email,
      customer_phone: '(409) 555-0177',
      customer_notes: 'Works on bunts.',
      is_own_client: true,
    })
  })

  test('hides contact and details of a stranger whom the coach has booked', async () => {
    await empty()
    const booked = { customer_id: stranger.id, participant_id: mia, booked_by_coach: true }
    const id = await give(addDays(today, 1), '16:00', booked)
    const hidden = { customer_name: 'Sandy Stranger', customer_email: null, customer_phone: '(•••) •••-0177' }
    const [lesson] = await listed()
    expect(lesson).toMatchObject({
      ...hidden,
      is_own_client: false,
      participant: { name: 'Mia Stranger', age: null, positions: [], bats: null },
    })
    expect(await listed({ search_query: '409555' })).toEqual([])
    expect(await listed({ search_query: stranger.email.slice(0, 6) })).toEqual([])
    expect((await listed({ search_query: 'mia' })).map((one) => one.id)).toEqual([id])
    const canceled = { status: 'canceled', lesson_date: addDays(today, -1) } as const
    await app.db.updateTable('coach_bookings').set(canceled).where('id', '=', id).execute()
    expect(await listed()).toMatchObject([{ ...hidden, participant: { id: mia, age: null } }])
    // The child is also recognized by the parent's address, and is no more known to the coach by that.
    const guest = { customer_id: null, guest_name: 'Mia Stranger', guest_email: stranger.email }
    await give(addDays(today, 2), '16:00', { customer_type: 'guest', participant_id: null, ...guest })
    expect((await listed({ view: 'newest' }))[0]).toMatchObject({
      customer_email: stranger.email,
      participant: { id: mia, age: null, positions: [], bats: null },
    })
  })

  test.each([
    ['pat', 2],
    ['PARENT leo', 1],
    ['cage 2', 1],
    ['pat cage 2', 1],
    ['4095550177', 2],
    ['gwen', 1],
    ['nobody', 0],
    ['%', 0],
  ])('finds %j in %i lessons', async (search_query, count) => {
    await empty()
    await give(today, '16:00', { participant_id: leo })
    await give(today, '17:00', { cage_id: cage(2) })
    const guest = { guest_name: 'Gwen Guest', guest_phone: '(409) 555-0199' }
    await give(today, '18:00', { customer_type: 'guest', customer_id: null, ...guest })
    expect(await listed({ search_query })).toHaveLength(count)
  })

  test('of another coach is as of an unknown one, and another list’s cursor is refused', async () => {
    await empty()
    for (const start of ['16:00', '17:00']) await give(today, start)
    for (const id of [otherCoach.id, randomUUID()]) {
      expect(await refusalOf(await list({}, id))).toEqual([404, 'coach_not_found'])
    }
    const { cursor } = await bodyOf<Page<CoachLesson>>(list({ page_size: '1' }))
    const elsewhere = await list({ view: 'past', cursor: cursor ?? '' })
    expect(await refusalOf(elsewhere)).toEqual([400, 'cursor_invalid'])
  })
})

describe('get-coach-day', () => {
  const read = (who = casey) => bodyOf<CoachDay>(ask('/api/coach/day', who))

  test('has the lessons of the day with the notes of the time before, the next one and the counters', async () => {
    await empty()
    // The week began on Sunday, November 15.
    await give('2026-11-14', '16:00', { participant_id: leo, coach_notes: 'Keep the elbow up.' })
    await give('2026-11-15', '16:00', { participant_id: mia, customer_id: stranger.id, coach_notes: 'Mia' })
    await give('2026-11-16', '16:00', { status: 'canceled', participant_id: leo, coach_notes: 'Ill.' })
    const first = await give(today, '13:00', { participant_id: leo })
    const second = await give(today, '15:00')
    await give(today, '14:00', { status: 'canceled' })
    await give(addDays(today, 2), '16:00', { status: 'canceled' })
    const next = await give(addDays(today, 3), '16:00')
    expect(await read()).toMatchObject({
      day: today,
      lessons: [
        { id: first, last_notes: { lesson_date: '2026-11-14', coach_notes: 'Keep the elbow up.' } },
        { id: second, last_notes: null },
      ],
      next: { id: next },
      counters: { today: 2, this_week: 4, total: 5 },
    })
  })

  test('leads to the next half hour in which coach and a cage are free', async () => {
    await empty()
    expect((await read()).next_free).toEqual({ day: today, time: '12:00' })
    await give(today, '12:00')
    expect((await read()).next_free).toEqual({ day: today, time: '12:30' })
    // Every cage is taken until 1:30 PM, and from 2 PM on the coach is.
    for (const number of [1, 2, 3]) {
      await app.db
        .insertInto('bookings')
        .values({
          ...{ user_id: customer.id, cage_id: cage(number), total_cost: '30.00' },
          ...{ start_time: '2026-11-21T18:30:00Z', end_time: '2026-11-21T19:30:00Z' },
        })
        .execute()
    }
    expect((await read()).next_free).toEqual({ day: today, time: '13:30' })
    await give(today, '13:30')
    await give(today, '14:00', { end_time: '18:00', duration_minutes: 240 })
    expect((await read()).next_free).toEqual({ day: '2026-11-23', time: '16:00' })
    await app.db.deleteFrom('bookings').execute()
  })

  test('of a coach who works never has no free half hour, and without a profile there is no day', async () => {
    expect(await read(olly)).toMatchObject({ lessons: [], next: null, next_free: null })
    const unlinked = await addPerson(app, { role: 'coach' })
    expect(await refusalOf(await ask('/api/coach/day', unlinked))).toEqual([404, 'coach_not_found'])
  })
})

describe('search-coach-clients and list-client-participants', () => {
  const search = async (search_query?: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...(search_query ? { search_query } : {}), ...more })
    return bodyOf<Page<CoachClient>>(ask(`/api/coach/clients?${query}`))
  }

  test('gives own clients in full, with the people of their household', async () => {
    await empty()
    await give(today, '16:00')
    const own = {
      id: customer.id,
      full_name: 'Pat Parent',
      email: customer.email,
      phone_number: '(409) 555-0177',
      is_own: true,
      participants: [{ name: 'Pat Parent' }, { id: leo, name: 'Leo Parent' }],
    }
    for (const text of [undefined, 'p', 'pat parent', customer.email.slice(0, 5), '555-0177', 'leo']) {
      expect((await search(text)).items, text).toMatchObject([own])
    }
  })

  test('gives others by name and masked phone, and finds neither their children nor part of a contact', async () => {
    await empty()
    const other = {
      id: stranger.id,
      full_name: 'Sandy Stranger',
      email: null,
      phone_number: '(•••) •••-0177',
      is_own: false,
      participants: [],
    }
    for (const text of ['sa', 'sandy stranger', stranger.email.toUpperCase()]) {
      expect((await search(text)).items, text).toEqual([other])
    }
    // Both have this number.
    expect((await search('(409) 555-0177')).items.map(({ id }) => id)).toEqual([customer.id, stranger.id])
    for (const text of [undefined, 's', 'mia', '555-0177', stranger.email.slice(0, 7), '%', '__']) {
      expect((await search(text)).items, text).toEqual([])
    }
  })

  test('never has an admin, and does not make a client of whom the coach has booked', async () => {
    await empty()
    const name = `Quin ${randomUUID().slice(0, 4)}`
    await app.db.updateTable('profiles').set({ full_name: name }).where('id', '=', admin.id).execute()
    expect((await search('quin')).items).toEqual([])
    expect((await search('dee desk')).items.map(({ id }) => id)).toEqual([desk.id])
    const id = await give(addDays(today, 1), '16:00', { customer_id: stranger.id, booked_by_coach: true })
    expect((await search('sandy')).items).toMatchObject([{ is_own: false, email: null }])
    await app.db
      .updateTable('coach_bookings')
      .set({ lesson_date: '2026-11-20' })
      .where('id', '=', id)
      .execute()
    expect((await search('sandy')).items).toMatchObject([{ is_own: true, email: stranger.email }])
  })

  test('pages by cursor', async () => {
    await empty()
    const first = await search('pat', { page_size: '1' })
    const second = await search('pat', { page_size: '1', cursor: first.cursor ?? '' })
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id)
    expect(await refusalOf(await ask('/api/coach/clients?cursor=made-up'))).toEqual([400, 'cursor_invalid'])
  })

  test('names the household of the person that is chosen, and of nobody else', async () => {
    const of = (id: string) => ask(`/api/coach/clients/${id}/participants`)
    expect(await bodyOf(of(stranger.id))).toEqual([
      { id: expect.any(String), name: 'Sandy Stranger' },
      { id: mia, name: 'Mia Stranger' },
    ])
    for (const id of [admin.id, randomUUID()]) {
      expect(await refusalOf(await of(id))).toEqual([404, 'user_not_found'])
    }
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookingTotals } from '../../../shared/contract/bookings/bookingLists.ts'
import type { AdminStats, Attention, FigurePeriod } from '../../../shared/contract/people/dashboard.ts'
import { addDays, facilityDay, instantOf, mondayOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCamp, addGuestRegistration } from '../camps/campTestKit.ts'
import { addClass, addSession, register } from '../classes/classTestKit.ts'

const ZONE = 'America/Chicago'
let app: TestApp
let desk: Person
let customer: Person
let cages: string[]
const today = facilityDay(new Date(), ZONE)

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 2)
  ;[desk, customer] = await Promise.all([
    addPerson(app, { role: 'desk' }),
    addPerson(app, { name: 'Robin Batter' }),
  ])
})
afterAll(() => app.close())

const stats = () => bodyOf<AdminStats>(app.request('/api/admin/dashboard', { cookie: desk.cookie }))
const series = (by: string) =>
  bodyOf<FigurePeriod[]>(app.request(`/api/admin/dashboard/series?by=${by}`, { cookie: desk.cookie }))
const attention = () =>
  bodyOf<Attention>(app.request('/api/admin/dashboard/attention', { cookie: desk.cookie }))

/** A booking of an hour, as it is in the database. */
async function book(day: string, time: string, status: 'paid' | 'pending payment' | 'canceled', cage = 0) {
  const start = instantOf(day, time, ZONE)
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      user_id: customer.id,
      cage_id: cages[cage] ?? '',
      start_time: start,
      end_time: new Date(start.getTime() + 3_600_000),
      status,
      payment_method: 'cash',
      total_cost: '30.00',
      discount: '0.00',
      created_at: start < new Date() ? start : new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const close = () => sql`select close_figures()`.execute(app.db)
const closedDays = () => app.db.selectFrom('daily_figures').select('day').orderBy('day').execute()

describe('figures', () => {
  test('count what is booked and what came in, the same before and after the days are closed', async () => {
    const longAgo = addDays(today, -40)
    await book(longAgo, '17:00', 'paid')
    await book(longAgo, '18:00', 'canceled')
    await book(addDays(today, 3), '17:00', 'pending payment')
    const before = await stats()
    expect(before).toMatchObject({
      total_revenue: 30,
      total_bookings: 2,
      confirmed_bookings: 1,
      pending_bookings: 1,
      cancelled_bookings: 1,
      todays_bookings: 0,
      total_users: 2,
      recent_signups: 2,
      total_cages: 2,
    })
    await close()
    expect((await closedDays()).length).toBeGreaterThan(30)
    expect(await stats()).toEqual(before)
  })

  test("count today's bookings as the schedule of today does, class sessions among them", async () => {
    const id = await book(today, '12:00', 'paid')
    await book(today, '13:00', 'canceled')
    const session = await addSession(app.db, await addClass(app.db), today, { from: '18:00', to: '19:00' })
    await register(app.db, session)
    await register(app.db, session)
    const path = `/api/admin/schedule/days?start_date=${today}&end_date=${today}`
    const [shown] = await bodyOf<{ total: number }[]>(app.request(path, { cookie: desk.cookie }))
    const listed = await bodyOf<unknown[]>(
      app.request(`/api/admin/schedule?schedule_date=${today}`, { cookie: desk.cookie }),
    )
    const { todays_bookings } = await stats()
    expect([todays_bookings, shown?.total, listed.length]).toEqual([2, 2, 2])
    await app.db.deleteFrom('bookings').where('id', '=', id).execute()
  })

  test('follow a later change of a closed day, at once and after it is closed again', async () => {
    const day = addDays(today, -20)
    const id = await book(day, '17:00', 'paid')
    await close()
    const before = await stats()
    await app.db.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
    const changed = await stats()
    expect(changed.confirmed_bookings).toBe(before.confirmed_bookings - 1)
    expect(changed.cancelled_bookings).toBe(before.cancelled_bookings + 1)
    await close()
    expect(await stats()).toEqual(changed)
    expect(await app.db.selectFrom('stale_figure_days').selectAll().execute()).toEqual([])
  })

  test('do not lose a change that is made while its day is being closed', async () => {
    const day = addDays(today, -15)
    const id = await book(day, '17:00', 'paid')
    await close()
    const before = await stats()
    const writing = await app.db.startTransaction().execute()
    await writing.updateTable('bookings').set({ status: 'canceled' }).where('id', '=', id).execute()
    const closing = close()
    await writing.commit().execute()
    await closing
    await close()
    expect((await stats()).confirmed_bookings).toBe(before.confirmed_bookings - 1)
  })

  test('of a week begin on Monday, and a refund counts on the day on which it is decided', async () => {
    const before = await stats()
    const monday = mondayOf(today)
    const id = await book(addDays(monday, -1), '16:00', 'paid')
    expect((await stats()).this_week_revenue).toBe(before.this_week_revenue)
    const payment = await app.db
      .selectFrom('payment_items')
      .select('payment_transaction_id as id')
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payment_refunds')
      .values({ payment_transaction_id: payment.id, amount: '10.00', reason: 'staff', way: 'desk' })
      .execute()
    const after = await stats()
    expect(after.this_week_revenue).toBe(before.this_week_revenue - 10)
    expect(after.total_revenue).toBe(before.total_revenue + 20)
  })
})

describe('series', () => {
  test('have every period up to this one, with revenue by kind and the use of the cages', async () => {
    const day = addDays(today, -9)
    await book(day, '17:00', 'paid', 1)
    const days = await series('day')
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ start: today, end: today })
    expect(days.find(({ start }) => start === day)).toMatchObject({ cages: 30, revenue: 30, cage_hours: 1 })
    const weeks = await series('week')
    expect(weeks).toHaveLength(26)
    expect(weeks.every(({ start }) => start === mondayOf(start))).toBe(true)
    const months = await series('month')
    expect(months).toHaveLength(12)
    const sum = (periods: FigurePeriod[]) => periods.reduce((all, { revenue }) => all + revenue, 0)
    expect(sum(months)).toBe((await stats()).total_revenue)
    const open = days.filter(({ open_hours }) => open_hours > 0)
    expect(open.length).toBeGreaterThan(20)
  })

  test('refuse another period', async () => {
    const response = await app.request('/api/admin/dashboard/series?by=year', { cookie: desk.cookie })
    expect(response.status).toBe(400)
  })
})

describe('attention', () => {
  test('lists what is unpaid today, not what is paid, canceled or on another day', async () => {
    const unpaid = await book(today, '12:00', 'pending payment')
    await book(today, '14:00', 'paid')
    await book(today, '16:00', 'canceled')
    const { unpaid: listed } = await attention()
    expect(listed).toMatchObject({ count: 1, total_amount: 30 })
    expect(listed.bookings.map(({ id }) => id)).toEqual([unpaid])

    // A spot in a class is owed, too, and is in the list that the figure leads to.
    const session = await addSession(app.db, await addClass(app.db), today, { from: '20:00', to: '21:00' })
    await register(app.db, session, { userId: customer.id, status: 'registered' })
    await app.db
      .updateTable('class_registrations')
      .set({ total_cost: '25.00' })
      .where('class_instance_id', '=', session)
      .execute()
    const { totals } = await bodyOf<{ totals: BookingTotals }>(
      app.request(
        '/api/admin/bookings?range=today&status_filter=pending%20payment&page_size=15&totals=true',
        {
          cookie: desk.cookie,
        },
      ),
    )
    expect((await attention()).unpaid).toMatchObject({
      count: totals.unpaid_count,
      total_amount: totals.unpaid_cost,
      bookings: [{ id: unpaid }],
    })
    expect(totals).toMatchObject({ unpaid_count: 2, unpaid_cost: 55 })
  })

  test('lists what visitors wrote until someone has replied or is done with it', async () => {
    const written = { name: 'Dana', phone: '(409) 555-0142', subject: 'general' as const, message: 'Hi' }
    const rows = [written, { ...written, replied_at: new Date() }, { ...written, handled_at: new Date() }]
    await app.db.insertInto('contact_messages').values(rows).execute()

    // Without an email the panel offers to call, with the whole number.
    const { name, phone, message } = written
    expect((await attention()).contact).toMatchObject({
      count: 1,
      items: [{ name, phone, message, email: null }],
    })
  })

  test('names programs of the next 14 days that are at least half taken, the fullest first', async () => {
    const camp = (name: string, days: number, more = {}) =>
      addCamp(app.db, {
        ...{ name, start_date: addDays(today, days), end_date: addDays(today, days), max_spots: 4 },
        ...{ timeslots: [], ...more },
      })
    const fill = async (of: Awaited<ReturnType<typeof camp>>, seats: number) => {
      for (let seat = 0; seat < seats; seat += 1) await addGuestRegistration(app.db, of)
    }
    const [half, empty, later, draft, off] = [
      await camp('Half', 14),
      await camp('Nearly empty', 3),
      await camp('Later', 15),
      await camp('Draft', 3, { published: false }),
      await camp('Called off', 3, { called_off_at: new Date() }),
    ]
    await fill(half, 2)
    await addGuestRegistration(app.db, half, 'canceled')
    await fill(empty, 1)
    for (const hidden of [later, draft, off]) await fill(hidden, 3)
    const classId = await addClass(app.db, { name: 'Pitching', maxSpots: 3 })
    const first = await addSession(app.db, classId, addDays(today, 1))
    const fullest = await addSession(app.db, classId, addDays(today, 2))
    const canceled = await addSession(app.db, classId, addDays(today, 3), { status: 'canceled' })
    for (const [session, seats] of [
      [first, 2],
      [fullest, 3],
      [canceled, 3],
    ] as const)
      for (let seat = 0; seat < seats; seat += 1) await register(app.db, session)

    expect((await attention()).filling).toEqual([
      {
        ...{ kind: 'class', id: classId, session_id: fullest, name: 'Pitching' },
        ...{ day: addDays(today, 2), taken: 3, max_spots: 3 },
      },
      {
        ...{ kind: 'camp', id: half.id, session_id: null, name: 'Half' },
        ...{ day: addDays(today, 14), taken: 2, max_spots: 4 },
      },
    ])
  })

  test('says what has to be in the open drawers', async () => {
    expect((await attention()).drawer).toEqual({ open: 0, expected: 0 })
    const opening = { json: { opening_float: 200 }, cookie: desk.cookie }
    expect((await app.request('/api/admin/drawers', opening)).status).toBe(201)
    const [shift] = await app.db.selectFrom('drawer_shifts').select('id').execute()
    const paidIn = { kind: 'paid_in', amount: 15.5, reason: 'Change' }
    const moved = await app.request(`/api/admin/drawers/${shift?.id}/moves`, {
      json: paidIn,
      cookie: desk.cookie,
    })
    expect(moved.status).toBe(201)
    expect((await attention()).drawer).toEqual({ open: 1, expected: 215.5 })
  })

  test('lists a message that was given up; it is sent again, or left', async () => {
    const add = async (key: string) => {
      const { id } = await app.db
        .insertInto('outbox')
        .values({
          template: 'newsletter-confirmed',
          to_email: 'nobody@example.test',
          status: 'failed',
          last_error: '550 no such mailbox',
          dedupe_key: key,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const [again, left] = [await add('again'), await add('left')]
    const act = (id: string, what: string, cookie = desk.cookie) =>
      app.request(`/api/admin/messages/${id}/${what}`, { method: 'POST', cookie })
    expect((await attention()).mail).toMatchObject({
      count: 2,
      items: [{ reason: '550 no such mailbox' }, {}],
    })
    expect((await act(again, 'resend', customer.cookie)).status).toBe(403)
    expect((await act(again, 'resend')).status).toBe(200)
    expect((await act(again, 'resend')).status).toBe(409)
    expect((await act(left, 'dismiss')).status).toBe(200)
    expect((await attention()).mail.items.map(({ id }) => id)).not.toContain(left)
    expect((await act(desk.id, 'resend')).status).toBe(404)
  })

  test('lists refunds by hand, refunds that failed and disputes that are open', async () => {
    const { id } = await app.db
      .insertInto('payment_transactions')
      .values({
        user_id: customer.id,
        customer_name: 'Robin Batter',
        payment_type: 'cage_booking',
        total_amount: '60.00',
        status: 'completed',
        stripe_payment_intent_id: 'pi_attention',
        completed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refund = { payment_transaction_id: id, amount: '20.00', reason: 'staff' } as const
    const before = await attention()
    await app.db
      .insertInto('payment_refunds')
      .values([
        { ...refund, way: 'desk', created_at: new Date() },
        {
          ...refund,
          status: 'failed',
          stripe_refund_id: 're_failed',
          failure_message: 'expired_or_canceled_card',
          created_at: new Date(),
        },
      ])
      .execute()
    const dispute = { payment_transaction_id: id, amount: '60.00', reason: 'fraudulent' }
    await app.db
      .insertInto('payment_disputes')
      .values([
        { ...dispute, stripe_dispute_id: 'du_open', status: 'needs_response' },
        { ...dispute, stripe_dispute_id: 'du_won', status: 'won' },
      ])
      .execute()
    const after = await attention()
    expect(after.refunds.count).toBe(before.refunds.count + 1)
    expect(after.refunds.total_amount).toBe(before.refunds.total_amount + 20)
    expect(after.payments.items).toMatchObject([
      { id, problem: 'refund_failed', reason: 'expired_or_canceled_card', amount: 20 },
    ])
    expect(after.disputes).toMatchObject({
      count: 1,
      items: [{ payment_id: id, amount: 60, reason: 'fraudulent' }],
    })
  })
})

test('nobody but the desk and admins sees it', async () => {
  // get_admin_dashboard_stats, get-dashboard-series, get-dashboard-attention, check-payment, resend-message, dismiss-message
  const coach = await addPerson(app, { role: 'coach' })
  for (const path of ['', '/series', '/attention']) {
    for (const [cookie, status] of [
      ['', 401],
      [customer.cookie, 403],
      [coach.cookie, 403],
      [desk.cookie, 200],
    ] as const) {
      expect((await app.request(`/api/admin/dashboard${path}`, { cookie })).status).toBe(status)
    }
  }
})

import { afterAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
import { lockWaits } from '../../test/lockWaits.ts'
import { payFor } from './changeTestKit.ts'
import {
  auditOf,
  messagesAbout,
  newTime,
  problemOf,
  refundsOf,
  rowOf,
  type StaffAnswer,
  staffOf,
  startStaffedFacility,
} from './staffTestKit.ts'

const { admin, app, book, cage, clock, customer, desk, freshDay, scheduleOf, slot } =
  await startStaffedFacility()
afterAll(() => app.close())

const by = (person: Person) => staffOf(app, person)

describe('the price of what is paid', () => {
  test('a dearer cage is refused, and kept at the old price with a written reason', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'cash')
    const asked = { new_cage_id: cage(3) }
    expect(await problemOf(await by(desk).update(id, asked))).toEqual({
      status: 409,
      code: 'move_costs_more',
      details: { total_amount: 40 },
    })
    expect(await problemOf(await by(desk).update(id, { ...asked, price: 'kept' }))).toEqual({
      status: 409,
      code: 'override_reason_required',
      details: { override: 'price' },
    })
    const reason = 'Cage 1 is broken'
    const moved = await by(desk).update(id, { ...asked, price: 'kept', override_reason: reason })
    expect(await bodyOf<StaffAnswer>(moved)).toMatchObject({
      booking: { cage_name: 'Cage 3', total_cost: 30, status: 'paid' },
      refund_amount: 0,
    })
    expect((await auditOf(app, id)).at(-1)).toEqual({
      action: 'UPDATE',
      user_id: desk.id,
      description: `Override: ${reason}`,
    })
  })

  test.each([
    ['card', 'card', '$15.00 goes back to the card you paid with. Banks take 5 to 10 days to show it.'],
    ['cash', 'front_desk', 'Our front desk will refund the $15.00 you paid.'],
  ] as const)('of a shorter time paid by %s comes back to it', async (paid, method, line) => {
    const day = freshDay()
    const id = await book(day, '16:00', '17:30', 45)
    await payFor(app, customer, { booking_id: id }, paid)
    const moved = await by(desk).update(id, newTime(day, '16:00', '17:00'))
    expect(await bodyOf<StaffAnswer>(moved)).toMatchObject({ refund_amount: 15, refund_method: method })
    expect(await refundsOf(app, 'booking_id', id)).toEqual([
      { amount: '15.00', reason: 'staff', requested_by: desk.id },
    ])
    expect(await messagesAbout(app, id)).toMatchObject([{ data: { refund_line: line } }])
    const told = paid === 'cash' ? 'To be given back at the front desk: $15.00.' : null
    expect((await auditOf(app, id)).at(-1)?.description).toBe(told)
  })

  test('is lowered by itself with a reason, and told once for each time', async () => {
    const id = await book(freshDay())
    expect(await refusalOf(await by(desk).update(id, { price: 20 }))).toEqual([
      409,
      'override_reason_required',
    ])
    const reason = { override_reason: 'The machine broke down' }
    expect((await by(desk).update(id, { price: 20, ...reason })).status).toBe(200)
    clock.advance(1)
    const again = await by(desk).update(id, { price: 10, ...reason })
    expect(await bodyOf<StaffAnswer>(again)).toMatchObject({ booking: { total_cost: 10 } })
    expect((await messagesAbout(app, id)).map(({ data }) => (data as { total?: string }).total)).toEqual([
      '$20.00',
      '$10.00',
    ])
    expect(await rowOf(app, id)).toMatchObject({ discount: '20.00', revision: 0 })
  })
})

describe('the status', () => {
  test('is paid at the desk, unpaid again, and told to nobody', async () => {
    const id = await book(freshDay())
    expect(await bodyOf<StaffAnswer>(by(desk).setStatus(id, { status: 'paid' }))).toMatchObject({
      booking: { status: 'paid' },
    })
    expect((await by(desk).update(id, { new_status: 'pending payment' })).status).toBe(200)
    expect(await rowOf(app, id)).toMatchObject({ status: 'pending payment', revision: 0 })
    expect(await messagesAbout(app, id)).toEqual([])
  })

  test('is set with a reason, which the audit log keeps', async () => {
    const id = await book(freshDay())
    expect((await by(desk).setStatus(id, { status: 'paid', override_reason: 'Paid last week' })).status).toBe(
      200,
    )
    expect((await auditOf(app, id)).at(-1)?.description).toBe('Override: Paid last week')
  })

  test('is not set over another one that came first', async () => {
    const id = await book(freshDay())
    const answer = await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('bookings').set({ status: 'paid' }).where('id', '=', id).execute()
      const second = by(desk).setStatus(id, { status: 'paid' })
      await expect.poll(() => lockWaits(app.db)).toBe(1)
      return { second }
    })
    expect(await refusalOf(await answer.second)).toEqual([409, 'changed_meanwhile'])
  })

  test('of what a card paid is not taken back by hand', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    expect(await refusalOf(await by(admin).setStatus(id, { status: 'pending payment' }))).toEqual([
      409,
      'paid_by_card',
    ])
  })

  test.each(['canceled', 'cancelled'])(
    '%s frees the cage, refunds all after the cut-off and says so once',
    async (status) => {
      const day = freshDay()
      const id = await book(day)
      await payFor(app, customer, { booking_id: id }, 'card')
      await app.db
        .updateTable('bookings')
        .set({ cancellation_cutoff_hours: 2_000 })
        .where('id', '=', id)
        .execute()
      expect(await bodyOf<StaffAnswer>(by(desk).update(id, { new_status: status }))).toMatchObject({
        message: expect.stringMatching(/ \$30\.00 goes back to the card\.$/),
        booking: { status: 'canceled' },
        refund_amount: 30,
      })
      expect(await scheduleOf(day)).toEqual([])
      expect(await messagesAbout(app, id)).toMatchObject([{ template: 'booking-canceled' }])
      expect(await refundsOf(app, 'booking_id', id)).toEqual([
        { amount: '30.00', reason: 'staff', requested_by: desk.id },
      ])
    },
  )

  test.each([
    ['none', 0],
    [12.5, 12.5],
    ['full', 30],
  ])('canceled with the refund %s gives back %s dollars', async (refund, back) => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    const asked = { new_status: 'canceled', refund }
    if (back !== 30) {
      expect(await refusalOf(await by(desk).update(id, asked))).toEqual([409, 'override_reason_required'])
    }
    const canceled = await by(desk).update(id, { ...asked, override_reason: 'Agreed by telephone' })
    expect(await bodyOf<StaffAnswer>(canceled)).toMatchObject({ refund_amount: back })
    expect((await refundsOf(app, 'booking_id', id)).map(({ amount }) => Number(amount))).toEqual(
      back === 0 ? [] : [back],
    )
  })

  test('canceled never gives back more than was paid', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'cash')
    const asked = { new_status: 'canceled', refund: 30.01, override_reason: 'For the trouble' }
    expect(await problemOf(await by(admin).update(id, asked))).toEqual({
      status: 409,
      code: 'refund_exceeds_paid',
      details: { paid_amount: 30 },
    })
  })

  test('canceled is brought back where its time is free, and not where it is taken', async () => {
    const day = freshDay()
    const id = await book(day)
    await by(desk).setStatus(id, { status: 'canceled' })
    const rival = await book(day)
    expect(await problemOf(await by(desk).setStatus(id, { status: 'pending payment' }))).toMatchObject({
      status: 409,
      code: 'slots_taken',
      details: { slots: [slot(1, day, '16:00', '16:30'), slot(1, day, '16:30', '17:00')] },
    })
    await by(desk).setStatus(rival, { status: 'canceled' })
    expect((await by(desk).setStatus(id, { status: 'pending payment' })).status).toBe(200)
    expect(await scheduleOf(day)).toHaveLength(1)
    expect((await messagesAbout(app, id)).map(({ template }) => template)).toEqual([
      'booking-canceled',
      'booking-changed',
    ])
  })

  test('canceled stays so where the card has its money back', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'card')
    await by(desk).setStatus(id, { status: 'canceled' })
    expect(await refusalOf(await by(admin).setStatus(id, { status: 'paid' }))).toEqual([
      409,
      'refunded_by_card',
    ])
  })
})

describe('a refund above the limit of the desk', () => {
  test.each(['canceled', 'shortened'])(
    'of a booking that is %s is refused to it, and an admin makes it',
    async (how) => {
      const day = freshDay()
      const id = await book(day, '16:00', '20:00', 120)
      await payFor(app, customer, { booking_id: id }, 'card')
      const asked = how === 'canceled' ? { new_status: 'canceled' } : newTime(day, '16:00', '16:30')
      await app.db.updateTable('facility').set({ desk_refund_limit: '99.99' }).execute()
      expect(await problemOf(await by(desk).update(id, asked))).toEqual({
        status: 403,
        code: 'refund_above_limit',
        details: { limit: 99.99 },
      })
      expect(await rowOf(app, id)).toMatchObject({ status: 'paid', revision: 0 })
      expect(await bodyOf<StaffAnswer>(by(admin).update(id, asked))).toMatchObject({
        refund_amount: how === 'canceled' ? 120 : 100,
      })
    },
  )

  test('begins one cent above it', async () => {
    const id = await book(freshDay())
    await payFor(app, customer, { booking_id: id }, 'cash')
    await app.db.updateTable('facility').set({ desk_refund_limit: '29.99' }).execute()
    expect(await refusalOf(await by(desk).setStatus(id, { status: 'canceled' }))).toEqual([
      403,
      'refund_above_limit',
    ])
    await app.db.updateTable('facility').set({ desk_refund_limit: '30.00' }).execute()
    expect((await by(desk).setStatus(id, { status: 'canceled' })).status).toBe(200)
    await app.db.updateTable('facility').set({ desk_refund_limit: '100.00' }).execute()
  })
})

import { expect, test } from 'vitest'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import {
  cageChanges,
  costsMore,
  type Edited,
  editedPrice,
  editForm,
  formOf,
  groupChanges,
  lessonChanges,
  rebased,
  refundChoices,
} from './editBooking.ts'

const ZONE = 'America/Chicago'
const booking = {
  id: 'one',
  ids: ['one'],
  kind: 'booking',
  status: 'paid',
  start_time: '2026-11-24T22:00:00Z',
  end_time: '2026-11-24T23:00:00Z',
  cages: [{ id: 'cage', name: 'Cage 1' }],
  admin_notes: null,
  total_cost: 30,
  revision: 3,
} as unknown as ListedBooking
const edited: Edited = { booking, members: [booking], lesson: null, refunds: [], told: [] }
const before = formOf(edited, 'one', ZONE)
const at = { price: null, zone: ZONE }

test('only what was changed is sent, with the revision that was looked at', () => {
  expect(cageChanges({ ...before, notes: 'By phone' }, before, booking, at)).toEqual({
    new_admin_notes: 'By phone',
    tell: true,
    expected_revision: 3,
  })
})

test('a new time goes with the cage that is chosen', () => {
  const form = { ...before, start_time: '17:00', cage_id: 'other', price: 'kept' as const }
  expect(cageChanges(form, before, booking, at)).toMatchObject({
    new_start_time: '2026-11-24T23:00:00.000Z',
    new_end_time: '2026-11-25T00:00:00.000Z',
    new_cage_id: 'other',
    price: 'kept',
  })
})

test('of several each says its revision and price, and keeps its cage', () => {
  const second = {
    ...booking,
    id: 'two',
    cages: [{ id: 'other', name: 'Cage 2' }],
    revision: 5,
    total_cost: 40,
  }
  const all = { ...edited, booking: { ...booking, ids: ['one', 'two'] }, members: [booking, second] }
  const unchanged = formOf(all, '', ZONE)
  const form = { ...unchanged, start_time: '17:00', difference: 'cash' as const }
  const cents: Record<string, number> = { one: 3_000, two: 4_500 }
  expect(
    groupChanges([booking, second], (target) => ({
      ...cageChanges(form, unchanged, target, { price: cents[target.id] ?? null, zone: ZONE }),
    })),
  ).toEqual({
    bookings: [
      { id: 'one', expected_revision: 3, totalAmount: 30 },
      { id: 'two', expected_revision: 5, totalAmount: 45 },
    ],
    new_start_time: '2026-11-24T23:00:00.000Z',
    new_end_time: '2026-11-25T00:00:00.000Z',
    // Only the second costs more.
    take_difference: 'cash',
    tell: true,
  })
})

test('a cancellation leaves time and cage alone, and says what comes back', () => {
  const form = { ...before, start_time: '18:00', status: 'canceled' as const, refund: 'none' as const }
  const changes = lessonChanges(form, before, booking, null)
  expect(changes).toMatchObject({ new_status: 'canceled', refund: 'none' })
  expect(changes).not.toHaveProperty('new_start_time')
})

test('over a newer version what was typed stays, and the rest is what it is now', () => {
  const typed = { ...before, notes: 'By phone' }
  const now = { ...before, cage_id: 'other', notes: 'By mail' }
  expect(rebased(typed, before, now)).toMatchObject({ cage_id: 'other', notes: 'By phone' })
})

test('a dearer time of what is paid says what it costs, and how the rest is taken', () => {
  const rates = { price_30_min: 20, price_60_min: 40, price_additional_30_min: 15 }
  const prices = { cages: [{ id: 'dear', ...rates }], coach: undefined, discountPercent: 0, facility: {} }
  const moved = { ...before, cage_id: 'dear', difference: 'desk_card' as const }
  const price = editedPrice(moved, before, booking, prices)
  expect(price).toBe(4_000)
  expect(cageChanges(moved, before, booking, { price, zone: ZONE })).toMatchObject({
    totalAmount: 40,
    take_difference: 'desk_card',
  })
  // The price stays, or is not paid any more: there is nothing to take.
  for (const form of [
    { ...moved, price: 'kept' as const },
    { ...moved, status: 'pending payment' as const },
  ]) {
    const then = editedPrice(form, before, booking, prices)
    expect(cageChanges(form, before, booking, { price: then, zone: ZONE })).not.toHaveProperty(
      'take_difference',
    )
  }
  const typed = { ...before, price: 'amount' as const, price_amount: '30.01' }
  expect(costsMore(typed, booking, editedPrice(typed, before, booking, prices))).toBe(true)
  expect(editedPrice({ ...typed, price_amount: 'much' }, before, booking, prices)).toBeNull()
})

test('a cancellation names what comes back of all its bookings', () => {
  const refund = { refundable_amount: 30, refund_by_rule: 15 }
  const labels = refundChoices([
    { id: 'one', ...refund },
    { id: 'two', ...refund },
  ]).map(({ label }) => label)
  expect(labels).toEqual(['By the rule: $30.00', 'Everything that was paid: $60.00', 'Nothing'])
})

test.each([
  ['25', true],
  ['25.5', true],
  [' 25.00 ', true],
  ['25.005', false],
  ['25.', true],
  ['-25', false],
  ['', false],
])('an amount of %j is dollars and cents: %j', (amount, isAmount) => {
  for (const form of [
    { ...before, price: 'amount', price_amount: amount },
    { ...before, refund: 'amount', refund_amount: amount },
  ] as const)
    expect(editForm.safeParse(form).success).toBe(isAmount)
})

import { expect, it } from 'vitest'
import { listedBooking } from '../../bookings/staff/listedBooking.fixture.ts'
import { customerGroups } from './customerGroups.ts'

const guest = {
  kind: 'guest_booking',
  customer_id: null,
  customer_email: null,
  customer_phone: null,
} as const

it('brings together what one customer has, in the order of the day', () => {
  const groups = customerGroups([
    listedBooking({ id: 'a' }),
    listedBooking({ id: 'b', customer_id: 'ben', customer_name: 'Ben Ode' }),
    listedBooking({ id: 'c' }),
  ])
  expect(groups.map(({ name, bookings }) => [name, bookings.map(({ id }) => id)])).toEqual([
    ['Ana López', ['a', 'c']],
    ['Ben Ode', ['b']],
  ])
  expect(groups[0]).toMatchObject({ total: { cents: 6000, state: 'pending payment' }, owed: 6000 })
})

it('calls paid and unpaid together mixed, and owes the unpaid part', () => {
  const [group] = customerGroups([
    listedBooking({ id: 'a', status: 'paid' }),
    listedBooking({ id: 'b', total_cost: 20 }),
  ])
  expect(group).toMatchObject({ state: 'mixed', total: { cents: 5000, state: 'mixed' }, owed: 2000 })
})

it('shows a lesson with its cage: what both cost, and cage and coach each with its state', () => {
  const lesson = listedBooking({ id: 'l', kind: 'lesson', total_cost: 80, cage_cost: 30, status: 'paid' })
  const [group] = customerGroups([lesson, listedBooking({ id: 'a', total_cost: 20 })])
  expect(group).toMatchObject({
    total: { cents: 10_000, state: 'mixed' },
    cage: { cents: 5000, state: 'mixed' },
    coach: { cents: 5000, state: 'paid' },
    owed: 2000,
  })
  expect(customerGroups([listedBooking()])[0]).toMatchObject({ cage: null, coach: null })
})

it('knows guests by name and contact, and does not take two walk-ins for one person', () => {
  const withPhone = { ...guest, customer_name: 'Gwen', customer_phone: '(409) 555-0199' }
  const walkIn = { ...guest, customer_name: 'Walk-in' }
  const groups = customerGroups([
    listedBooking({ id: 'a', ...withPhone }),
    listedBooking({ id: 'b', ...withPhone, customer_name: 'gwen', kind: 'lesson' }),
    listedBooking({ id: 'c', ...walkIn, created_at: '2026-11-24T20:00:00.000Z' }),
    listedBooking({ id: 'd', ...walkIn, created_at: '2026-11-24T20:00:00.000Z' }),
    listedBooking({ id: 'e', ...walkIn, created_at: '2026-11-24T21:00:00.000Z' }),
  ])
  expect(groups.map(({ bookings }) => bookings.map(({ id }) => id))).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

it('keeps each class session by itself, without a state: its seats are paid for one by one', () => {
  const session = {
    kind: 'class',
    customer_id: null,
    customer_name: null,
    item_name: 'Hitting Basics',
    status: 'active',
  } as const
  const groups = customerGroups([
    listedBooking({ id: 's', ...session }),
    listedBooking({ id: 't', ...session }),
  ])
  expect(groups.map(({ name, state, total, owed }) => [name, state, total, owed])).toEqual([
    ['Hitting Basics', null, null, 0],
    ['Hitting Basics', null, null, 0],
  ])
})

import { expect, test } from 'vitest'
import { actsOf } from './bookingActs.ts'
import { listedBooking } from './listedBooking.fixture.ts'

const late = { created_at: '2026-11-24T15:00:00.000Z' }
const paid = { status: 'paid' } as const
const canceled = { status: 'canceled' } as const
const session = { kind: 'class', status: 'active', customer_id: null } as const
const ends = 'view edit move message again person cancel'

test.each([
  ['an unpaid booking of another day', {}, '2026-11-23', `cash card pay ${ends}`],
  ['one of an hour ago, for who made a mistake', late, '2026-11-23', `cash card pay ${ends} delete`],
  ['one of today', {}, '2026-11-24', `cash card checked_in late pay ${ends}`],
  ['a paid one', paid, '2026-11-23', ends],
  ['one of a guest', { customer_id: null, ...paid }, '2026-11-23', 'view edit move message again cancel'],
  ['a canceled one', canceled, '2026-11-24', 'view edit again person delete'],
  ['a class session', { ...session, class_id: 'skills' }, '2026-11-24', 'view seats'],
])('The menu of %s has what its kind, status and day allow', (_, change, day, acts) => {
  const around = { now: new Date(`${day}T16:00:00.000Z`), zone: 'America/Chicago', isAdmin: false }
  expect(actsOf(listedBooking(change), around).join(' ')).toBe(acts)
})

test('An admin deletes what is no slip of the finger, too', () => {
  const around = { now: new Date('2026-11-24T16:00:00.000Z'), zone: 'America/Chicago', isAdmin: true }
  expect(actsOf(listedBooking(paid), around)).toContain('delete')
})

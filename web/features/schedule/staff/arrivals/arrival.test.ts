import { expect, it } from 'vitest'
import { arrivalOf, lateOf } from '../../../bookings/staff/arrival.ts'
import { at, booking } from '../grid/dayGrid.fixture.ts'

const day = '2026-11-24'
const mia = booking('b', at(day, '16:00'), at(day, '17:00'))
const of = (time: string, fields: Partial<typeof mia> = {}) => arrivalOf({ ...mia, ...fields }, at(day, time))
const late = (time: string, fields: Partial<typeof mia> = {}, after = 5) =>
  lateOf({ ...mia, ...fields }, at(day, time), after)

it('Unpaid is quiet until 15 minutes before the start', () => {
  expect(of('15:44')).toMatchObject({ isUnpaid: true, isUnpaidSoon: false })
  expect(of('15:45')).toMatchObject({ isUnpaidSoon: true })
  expect(of('15:45', { status: 'paid' })).toMatchObject({ isUnpaid: false, isUnpaidSoon: false })
  expect(of('17:00')).toMatchObject({ isUnpaidSoon: false })
  expect(late('15:59')).toBeNull()
})

it('Late is so many minutes after the start and not checked in', () => {
  expect(late('16:04')).toBeNull()
  expect(late('16:17')).toBe(17)
  expect(late('16:17', {}, 20)).toBeNull()
  expect(late('16:20', {}, 20)).toBe(20)
  expect(late('16:17', { status: 'paid' })).toBe(17)
  expect(of('16:17', { status: 'paid' })).toMatchObject({ mayCheckIn: true })
  expect(late('16:17', { attendance: 'late' })).toBe(17)
  expect(late('16:17', { attendance: 'checked_in' })).toBeNull()
  expect(of('16:17', { attendance: 'checked_in' })).toMatchObject({ isIn: true, mayCheckIn: false })
  expect(late('16:17', { attendance: 'no_show' })).toBeNull()
  expect(late('17:00')).toBeNull()
  expect(late('16:17', { kind: 'class' })).toBeNull()
  expect(of('16:17', { kind: 'class' })).toMatchObject({ mayCheckIn: false })
})

import { expect, it } from 'vitest'
import { arrivalOf } from '../../../bookings/staff/arrival.ts'
import { at, booking } from '../grid/dayGrid.fixture.ts'

const day = '2026-11-24'
const mia = booking('b', at(day, '16:00'), at(day, '17:00'))
const of = (time: string, fields: Partial<typeof mia> = {}) => arrivalOf({ ...mia, ...fields }, at(day, time))

it('Unpaid is quiet until 15 minutes before the start', () => {
  expect(of('15:44')).toMatchObject({ isUnpaid: true, isDueNow: false, late: null })
  expect(of('15:45')).toMatchObject({ isDueNow: true, late: null })
  expect(of('15:45', { status: 'paid' })).toMatchObject({ isUnpaid: false, isDueNow: false })
  expect(of('17:00')).toMatchObject({ isDueNow: false })
})

it('Late is five minutes after the start and not checked in', () => {
  expect(of('16:04').late).toBeNull()
  expect(of('16:17').late).toBe(17)
  expect(of('16:17', { status: 'paid' })).toMatchObject({ late: 17, isDueNow: true, mayCheckIn: true })
  expect(of('16:17', { attendance: 'late' }).late).toBe(17)
  expect(of('16:17', { attendance: 'checked_in' })).toMatchObject({
    late: null,
    isIn: true,
    mayCheckIn: false,
  })
  expect(of('16:17', { attendance: 'no_show' })).toMatchObject({ late: null, isDueNow: false })
  expect(of('17:00').late).toBeNull()
  expect(of('16:17', { kind: 'class' })).toMatchObject({ late: null, mayCheckIn: false })
})

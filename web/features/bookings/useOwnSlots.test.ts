import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slotKey } from '../../../shared/domain/bookings/selection.ts'
import { gridRange, isTaken, slotsOf, takenTimes } from '../../../shared/domain/bookings/slots.ts'
import { dayBounds, minuteMs } from '../../../shared/domain/time/time.ts'
import { ownSlots } from './useOwnSlots.ts'

const zone = 'America/Chicago'
const time = (from: string, to: string) => ({
  id: 'b',
  kind: 'booking' as const,
  cage_id: 'a',
  start_time: `2026-11-24T${from}:00Z`,
  end_time: `2026-11-24T${to}:00Z`,
})
const slots = (...times: string[]) =>
  times.map((at) => slotKey({ cageId: 'a', start: new Date(`2026-11-24T${at}:00Z`) }))

it('Own slots are the half hours of own times', () => {
  expect([...ownSlots([time('22:00', '23:00'), time('23:30', '23:45')], zone)]).toEqual(
    slots('22:00', '22:30', '23:30'),
  )
})

it('A half hour is own where an own time covers its start, as it is booked', () => {
  expect([...ownSlots([time('22:15', '23:15')], zone)]).toEqual(slots('22:30', '23:00'))
})

// A quarter of an hour off UTC are the last three.
const zones = [zone, 'Asia/Tokyo', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Eucla', 'Pacific/Chatham']

it.each(zones)('In %s a half hour is own exactly where the grid shows it as booked', (at) => {
  const day = '2026-11-24'
  const quarters = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(fc.array(quarters, { minLength: 1, maxLength: 4 }), (taken) => {
      const midnight = dayBounds(day, at).start.getTime()
      const instant = (quarter: number) => new Date(midnight + quarter * 15 * minuteMs).toISOString()
      const times = taken.map(([from, length]) => ({
        ...{ id: 'b', kind: 'booking' as const, cage_id: 'a' },
        ...{ start_time: instant(from), end_time: instant(Math.min(96, from + length)) },
      }))
      const range = gridRange(day, null, times, at) ?? expect.fail('nothing is booked')
      const booked = slotsOf({ startTime: range.start, endTime: range.end })
        .filter((start) => isTaken(takenTimes(times), 'a', start))
        .map((start) => slotKey({ cageId: 'a', start }))
      expect(ownSlots(times, at)).toEqual(new Set(booked))
    }),
  )
})

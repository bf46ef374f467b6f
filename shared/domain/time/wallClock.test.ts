import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { facilityDay, facilityWallTime } from './time.ts'
import { wallClockOf } from './wallClock.ts'

const zones = ['America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']

test.each(zones)('The clock of %s is the same as by the calendar, also on days when it changes', (zone) => {
  const wallClock = wallClockOf(zone)
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  const changes = ['2026-03-08T07:59Z', '2026-03-08T08:00Z', '2026-11-01T06:30Z', '2026-11-01T07:00Z'].map(
    (text) => new Date(text),
  )
  fc.assert(
    fc.property(fc.oneof(instant, fc.constantFrom(...changes)), (at) => {
      expect(wallClock(at)).toEqual({ day: facilityDay(at, zone), time: facilityWallTime(at, zone) })
    }),
  )
})

test('Text without an offset is refused', () => {
  expect(() => wallClockOf('UTC')('2026-03-08T08:00')).toThrow(RangeError)
})

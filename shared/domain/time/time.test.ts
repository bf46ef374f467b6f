import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chicago } from './regularWeek.fixture.ts'
import {
  addDays,
  compareDays,
  dayBounds,
  dayOfWeek,
  daysBetween,
  epochMs,
  facilityDay,
  facilityWallTime,
  instantOf,
  mondayOf,
  NonexistentWallTime,
} from './time.ts'

const anyDay = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const halfHour = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const anyZone = fc.constantFrom(
  chicago,
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
)
const hourMs = 3_600_000

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a wall time becomes an instant', () => {
  it('is read on the clock of the facility', () => {
    expect(instantOf('2026-11-24', '16:00', chicago).toISOString()).toBe('2026-11-24T22:00:00.000Z')
    expect(instantOf('2026-07-24', '16:00:00', chicago).toISOString()).toBe('2026-07-24T21:00:00.000Z')
  })

  it.each(['2026-03-08', '2027-03-14'])('is refused on %s when the clocks skip it', (day) => {
    for (const skipped of ['02:00', '02:30', '02:59']) {
      expect(() => instantOf(day, skipped, chicago)).toThrow(NonexistentWallTime)
    }
    expect(instantOf(day, '01:59', chicago).toISOString()).toBe(`${day}T07:59:00.000Z`)
    expect(instantOf(day, '03:00', chicago).toISOString()).toBe(`${day}T08:00:00.000Z`)
  })

  it('lands after the gap when asked not to refuse', () => {
    const after = instantOf('2026-03-08', '02:30', chicago, 'after')
    expect(facilityWallTime(after, chicago)).toBe('03:30')
  })

  it.each(['2026-11-01', '2027-11-07'])('is the earlier of two on %s when the hour repeats', (day) => {
    expect(instantOf(day, '01:30', chicago).toISOString()).toBe(`${day}T06:30:00.000Z`)
    expect(instantOf(day, '02:00', chicago).toISOString()).toBe(`${day}T08:00:00.000Z`)
  })

  it('stays 16:00 every week on both sides of each clock change', () => {
    for (const first of ['2026-02-03', '2026-10-06', '2027-02-02', '2027-10-05']) {
      for (let week = 0; week < 10; week += 1) {
        const day = addDays(first, week * 7)
        const start = instantOf(day, '16:00', chicago)
        expect([facilityDay(start, chicago), facilityWallTime(start, chicago)]).toEqual([day, '16:00'])
      }
    }
    const weekOfChange = [
      instantOf('2026-03-03', '16:00', chicago),
      instantOf('2026-03-10', '16:00', chicago),
    ]
    expect(epochMs(weekOfChange[1] ?? '') - epochMs(weekOfChange[0] ?? '')).toBe(7 * 24 * hourMs - hourMs)
  })

  it('comes back as the same day and wall time in any zone, unless it is refused', () => {
    fc.assert(
      fc.property(anyDay, halfHour, anyZone, (day, wallTime, zone) => {
        try {
          const instant = instantOf(day, wallTime, zone)
          expect([facilityDay(instant, zone), facilityWallTime(instant, zone)]).toEqual([day, wallTime])
        } catch (error) {
          expect(error).toBeInstanceOf(NonexistentWallTime)
        }
      }),
    )
  })

  it.each(['24:00', '9:00', '16:60', 'noon', ''])('is refused when it is %j', (wallTime) => {
    expect(() => instantOf('2026-11-24', wallTime, chicago)).toThrow('Not a wall time')
  })
})

describe('a facility day', () => {
  it('ends at midnight of the facility, not of London or Tokyo', () => {
    expect(facilityDay('2026-11-25T05:59:59.999Z', chicago)).toBe('2026-11-24')
    expect(facilityDay(new Date('2026-11-25T06:00:00Z'), chicago)).toBe('2026-11-25')
  })

  it.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2027-03-14', 23],
    ['2027-11-07', 25],
    ['2026-11-24', 24],
  ])('lasts on %s %i hours', (day, hours) => {
    const { start, end } = dayBounds(day, chicago)
    expect((end.getTime() - start.getTime()) / hourMs).toBe(hours)
  })

  it('begins where the day before ends, and contains exactly the instants that fall on it', () => {
    fc.assert(
      fc.property(anyDay, anyZone, fc.double({ min: 0, max: 1, noNaN: true }), (day, zone, part) => {
        const { start, end } = dayBounds(day, zone)
        const inside = start.getTime() + Math.floor((end.getTime() - start.getTime() - 1) * part)
        expect(facilityDay(new Date(inside), zone)).toBe(day)
        expect(facilityDay(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1))
        expect(dayBounds(addDays(day, 1), zone).start).toEqual(end)
      }),
    )
  })

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-11-24T00:00', 'today'])(
    'is refused when it is %s',
    (day) => {
      expect(() => dayBounds(day, chicago)).toThrow(RangeError)
      expect(() => addDays(day, 1)).toThrow(RangeError)
    },
  )
})

describe('the calendar', () => {
  it('counts days across months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
  })

  it('numbers the weekdays from Sunday and starts the week on Monday', () => {
    expect([dayOfWeek('2026-11-22'), dayOfWeek('2026-11-23'), dayOfWeek('2026-11-28')]).toEqual([0, 1, 6])
    expect([mondayOf('2026-11-22'), mondayOf('2026-11-23'), mondayOf('2026-11-28')]).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-23',
    ])
  })

  it('finds for every day a Monday at most six days back', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(dayOfWeek(mondayOf(day))).toBe(1)
        expect(daysBetween(mondayOf(day), day)).toBe((dayOfWeek(day) + 6) % 7)
      }),
    )
  })

  it('adds up: moving by two counts is moving by their sum, and order follows the count', () => {
    const count = fc.integer({ min: -800, max: 800 })
    fc.assert(
      fc.property(anyDay, count, count, (day, a, b) => {
        expect(addDays(addDays(day, a), b)).toBe(addDays(day, a + b))
        expect(Math.sign(compareDays(addDays(day, a), day))).toBe(Math.sign(a))
        expect(daysBetween(day, addDays(day, a))).toBe(a)
      }),
    )
  })
})

describe('a point in time', () => {
  it.each(['2026-11-24T16:00:00', '2026-11-24', 'now', '', '2026-13-24T16:00:00Z'])(
    'is refused when it is %j',
    (text) => {
      expect(() => epochMs(text)).toThrow('Not a point in time')
    },
  )

  it('is refused when it is an invalid Date', () => {
    expect(() => facilityDay(new Date(Number.NaN), chicago)).toThrow('Not a point in time')
  })

  it('is read with any offset', () => {
    expect(epochMs('2026-11-24T16:00:00-06:00')).toBe(epochMs('2026-11-24T22:00:00.000Z'))
  })

  it.each(['Asia/Tokyo', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Lisbon'])(
    'means the same in a process whose zone is %s',
    (processZone) => {
      vi.stubEnv('TZ', processZone)
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone)
      const start = instantOf('2026-03-08', '16:00', chicago)
      expect(start.toISOString()).toBe('2026-03-08T21:00:00.000Z')
      expect([facilityDay(start, chicago), facilityWallTime(start, chicago)]).toEqual(['2026-03-08', '16:00'])
      expect(mondayOf('2026-03-08')).toBe('2026-03-02')
    },
  )
})

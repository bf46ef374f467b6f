import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FacilityHours, isClosedOn } from '../facility/openingHours.ts'
import { initialDay, monthStrip, nextOpenDay, previousOpenDay, weekStrip } from './calendar.ts'
import { chicago, regularWeek } from './regularWeek.fixture.ts'
import { addDays, dayOfWeek, instantOf } from './time.ts'

const thanksgiving: FacilityHours = {
  ...regularWeek,
  special_days: [{ date: '2026-11-26', opens: null, closes: null, reason: 'Thanksgiving' }],
}
const neverOpen: FacilityHours = { opening_hours: [], special_days: [] }
const week = Array.from({ length: 7 }, (_, index) => addDays('2026-11-23', index))
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const wallTime = (hour: number, minute = '00') => `${String(hour).padStart(2, '0')}:${minute}`

describe('the day shown first', () => {
  it.each(week)('follows the rule at every hour of %s', (day) => {
    for (const hour of hours) {
      const tomorrow = hour >= 21 ? addDays(day, 1) : day
      const expected = dayOfWeek(tomorrow) === 0 ? addDays(tomorrow, 1) : tomorrow
      for (const minute of ['00', '59']) {
        expect(initialDay(instantOf(day, wallTime(hour, minute), chicago), regularWeek, chicago)).toBe(
          expected,
        )
      }
    }
  })

  it('is Monday from Saturday 9 PM to Monday 9 PM, and Tuesday after that', () => {
    const at = (day: string, time: string) => initialDay(instantOf(day, time, chicago), regularWeek, chicago)
    expect(at('2026-11-28', '20:59')).toBe('2026-11-28')
    expect(at('2026-11-28', '21:00')).toBe('2026-11-30')
    expect(at('2026-11-29', '21:30')).toBe('2026-11-30')
    expect(at('2026-11-30', '20:59')).toBe('2026-11-30')
    expect(at('2026-11-30', '21:00')).toBe('2026-12-01')
  })

  it.each([
    ['2026-03-08', '2026-03-09'],
    ['2026-11-01', '2026-11-02'],
  ])('is Monday all through the Sunday %s of a clock change', (sunday, monday) => {
    for (const hour of hours.filter((hour) => hour !== 2)) {
      expect(initialDay(instantOf(sunday, wallTime(hour), chicago), regularWeek, chicago)).toBe(monday)
    }
  })

  it('passes over a closed date too', () => {
    expect(initialDay(instantOf('2026-11-25', '21:00', chicago), thanksgiving, chicago)).toBe('2026-11-27')
  })

  it('is today where the facility never opens', () => {
    expect(initialDay(instantOf('2026-11-25', '10:00', chicago), neverOpen, chicago)).toBe('2026-11-25')
  })
})

describe('the date strips', () => {
  it('show the seven days from Monday, Sunday and special closures closed', () => {
    for (const day of week) {
      expect(weekStrip(day, thanksgiving)).toEqual(
        week.map((one) => ({ day: one, closed: one === '2026-11-26' || one === '2026-11-29' })),
      )
    }
  })

  it('show thirty days from Monday of the current week', () => {
    const days = monthStrip('2026-11-26', regularWeek)
    expect(days).toHaveLength(30)
    expect([days[0]?.day, days[29]?.day]).toEqual(['2026-11-23', '2026-12-22'])
    expect(days.filter((one) => one.closed).map((one) => one.day)).toEqual([
      '2026-11-29',
      '2026-12-06',
      '2026-12-13',
      '2026-12-20',
    ])
  })
})

describe('stepping from day to day', () => {
  it('passes over Sundays and closed dates in both directions', () => {
    expect(nextOpenDay('2026-11-28', regularWeek)).toBe('2026-11-30')
    expect(previousOpenDay('2026-11-30', regularWeek)).toBe('2026-11-28')
    expect(nextOpenDay('2026-11-25', thanksgiving)).toBe('2026-11-27')
    expect(previousOpenDay('2026-11-27', thanksgiving)).toBe('2026-11-25')
  })

  it('ends where nothing is ever open', () => {
    expect([nextOpenDay('2026-11-25', neverOpen), previousOpenDay('2026-11-25', neverOpen)]).toEqual([
      null,
      null,
    ])
  })

  it('leads to an open day with only closed ones between, and back', () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
    fc.assert(
      fc.property(weekdays, fc.integer({ min: 0, max: 700 }), (open, offset) => {
        const facility = {
          opening_hours: open.map((day_of_week) => ({ day_of_week, opens: '16:00', closes: '21:00' })),
          special_days: [],
        }
        const day = addDays('2026-01-01', offset)
        const next = nextOpenDay(day, facility) ?? ''
        expect(isClosedOn(next, facility)).toBe(false)
        for (let between = addDays(day, 1); between < next; between = addDays(between, 1)) {
          expect(isClosedOn(between, facility)).toBe(true)
        }
        if (!isClosedOn(day, facility)) expect(previousOpenDay(next, facility)).toBe(day)
      }),
    )
  })
})

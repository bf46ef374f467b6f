import { describe, expect, it } from 'vitest'
import { regularWeek } from '../time/regularWeek.fixture.ts'
import {
  type FacilityHours,
  formatHours,
  formatHoursLines,
  formatShortHours,
  hoursOf,
  isClosedOn,
  weekInGroups,
} from './openingHours.ts'

const withSpecialDays: FacilityHours = {
  ...regularWeek,
  special_days: [
    { date: '2026-11-26', opens: null, closes: null, reason: 'Thanksgiving' },
    { date: '2026-11-27', opens: '10:00', closes: '14:00', reason: 'Short day' },
    { date: '2026-11-29', opens: '12:00', closes: '16:00', reason: 'Tournament Sunday' },
  ],
}

describe('the hours of a day', () => {
  it('are those of its weekday', () => {
    expect(hoursOf('2026-11-24', regularWeek)).toEqual({ opens: '16:00', closes: '21:00' })
    expect(hoursOf('2026-11-28', regularWeek)).toEqual({ opens: '09:00', closes: '18:00' })
    expect(hoursOf('2026-11-22', regularWeek)).toBeNull()
  })

  it('are replaced by those of a special day, which may close a weekday or open a Sunday', () => {
    expect(isClosedOn('2026-11-26', withSpecialDays)).toBe(true)
    expect(hoursOf('2026-11-27', withSpecialDays)).toEqual({ opens: '10:00', closes: '14:00' })
    expect(hoursOf('2026-11-29', withSpecialDays)).toEqual({ opens: '12:00', closes: '16:00' })
    expect(hoursOf('2026-12-03', withSpecialDays)).toEqual({ opens: '16:00', closes: '21:00' })
  })
})

describe('the lines of the footer', () => {
  it('put neighbouring days with equal hours together', () => {
    expect(formatHoursLines(regularWeek.opening_hours)).toEqual([
      'Monday to Friday: 4:00–9:00 PM',
      'Saturday: 9:00 AM–6:00 PM',
      'Sunday: Closed',
    ])
  })

  it('keep equal days apart when another lies between them, whatever the order of the rows', () => {
    const rows = regularWeek.opening_hours.filter((row) => row.day_of_week !== 3).toReversed()
    expect(weekInGroups(rows)).toEqual([
      { days: 'Monday to Tuesday', hours: '4:00–9:00 PM' },
      { days: 'Wednesday', hours: 'Closed' },
      { days: 'Thursday to Friday', hours: '4:00–9:00 PM' },
      { days: 'Saturday', hours: '9:00 AM–6:00 PM' },
      { days: 'Sunday', hours: 'Closed' },
    ])
  })

  it('are one line for a facility that is closed all week', () => {
    expect(formatHoursLines([])).toEqual(['Monday to Sunday: Closed'])
    expect(formatHours(null)).toBe('Closed')
  })
})

describe('hours where room is short', () => {
  it.each([
    ['16:00', '21:00', '4–9 PM'],
    ['09:00', '18:00', '9 AM–6 PM'],
    ['16:30', '21:00', '4:30–9 PM'],
    ['10:00', '11:30', '10–11:30 AM'],
  ])('%s to %s are %s', (opens, closes, text) => {
    expect(formatShortHours({ opens, closes })).toBe(text)
  })

  it('are Closed where there are none', () => {
    expect(formatShortHours(null)).toBe('Closed')
  })
})

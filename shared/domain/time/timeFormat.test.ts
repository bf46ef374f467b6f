import { afterEach, describe, expect, it, vi } from 'vitest'
import { chicago } from './regularWeek.fixture.ts'
import {
  dayInText,
  dayParts,
  formatDay,
  formatDays,
  formatMinutes,
  formatTime,
  formatTimeRange,
  formatWallTime,
  formatWallTimeRange,
  shortTime,
  withoutHalfDay,
  writeDatesIn,
  yearOtherThan,
} from './timeFormat.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  writeDatesIn()
})

describe('a time of day', () => {
  it('reads in facility time with a plain space before AM or PM', () => {
    expect(formatTime('2026-11-24T22:00:00.000Z', chicago)).toBe('4:00 PM')
    expect(formatTime(new Date('2026-07-24T14:30:00Z'), chicago)).toBe('9:30 AM')
  })

  it('reads 12 at noon and at midnight', () => {
    expect(formatWallTime('00:30')).toBe('12:30 AM')
    expect(formatWallTime('12:00')).toBe('12:00 PM')
    expect(formatWallTime('21:00:00')).toBe('9:00 PM')
  })

  it('has no narrow no-break space even where the platform writes one', () => {
    vi.stubGlobal('Intl', {
      DateTimeFormat: class {
        format = () => '4:00\u202fPM'
      },
    })
    expect(formatTime('2026-11-24T22:00:00Z', 'America/Denver')).toBe('4:00 PM')
  })

  it('reads the same hour twice in the hour that repeats', () => {
    expect(formatTime('2026-11-01T06:30:00Z', chicago)).toBe('1:30 AM')
    expect(formatTime('2026-11-01T07:30:00Z', chicago)).toBe('1:30 AM')
  })

  it('reads as a range', () => {
    expect(formatTimeRange('2026-11-24T22:00:00Z', '2026-11-24T23:30:00Z', chicago)).toBe('4:00–5:30 PM')
    expect(formatTimeRange('2026-11-24T17:30:00Z', '2026-11-24T18:30:00Z', chicago)).toBe('11:30 AM–12:30 PM')
    expect(formatTimeRange('2026-11-24T22:00:00Z', '2026-11-25T22:00:00Z', chicago)).toBe('4:00 PM–4:00 PM')
    expect(formatWallTimeRange({ start_time: '09:00', end_time: '11:30:00' })).toBe('9:00–11:30 AM')
  })
})

describe('a day', () => {
  it('reads short, long and in numbers', () => {
    expect(formatDay('2026-11-24')).toBe('Tue, Nov 24')
    expect(formatDay('2026-11-24', 'long')).toBe('Tuesday, November 24, 2026')
    expect(formatDay('2026-03-08', 'dense')).toBe('Sun Mar 8')
    expect(formatDay('2026-03-08', 'numeric')).toBe('3/08/2026')
  })

  it('has its year only where it is not this one', () => {
    expect(dayInText('2026-11-24', '2026-01-01')).toBe('Tue, Nov 24')
    expect(dayInText('2026-11-24', '2027-01-01')).toBe('Tue, Nov 24, 2026')
    expect(yearOtherThan('2026-12-31', '2027-01-02')).toBe(', 2027')
  })

  it('has the parts of its tile in a strip', () => {
    expect(dayParts('2026-03-08')).toEqual({ weekday: 'Sun', month: 'Mar', date: 8 })
  })

  it('is refused when it does not exist', () => {
    expect(() => formatDay('2026-02-30')).toThrow(RangeError)
  })
})

it('says days from one to another, without weekdays where both are the same', () => {
  expect(formatDays('2026-12-07', '2026-12-09')).toBe('Mon–Wed, Dec 7–9')
  expect(formatDays('2026-12-30', '2027-01-02')).toBe('Wed–Sat, Dec 30–Jan 2')
  expect(formatDays('2026-12-26', '2027-01-02')).toBe('Dec 26–Jan 2')
  expect(formatDays('2026-12-04', '2026-12-04')).toBe('Fri, Dec 4')
})

describe('a length of time', () => {
  it.each([
    [30, '30 minutes'],
    [60, '1 hour'],
    [90, '1.5 hours'],
    [120, '2 hours'],
  ])('of %i minutes reads %s', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text)
  })
})

describe('in the English of another place (decision record 142)', () => {
  it('puts the day before the month, without commas', () => {
    writeDatesIn('en-AU')
    const all = ['short', 'full', 'dense', 'long', 'dated', 'date', 'month', 'numeric'] as const
    expect(all.map((variant) => formatDay('2026-03-08', variant))).toEqual([
      ...['Sun 8 Mar', 'Sun 8 Mar 2026', 'Sun 8 Mar', 'Sunday 8 March 2026', '8 Mar 2026', '8 Mar'],
      ...['March 2026', '08/03/2026'],
    ])
    expect(dayInText('2026-11-24', '2027-01-01')).toBe('Tue 24 Nov 2026')
    expect(formatDays('2026-12-07', '2026-12-09')).toBe('Mon–Wed 7–9 Dec')
    expect(formatDays('2026-12-30', '2027-01-02')).toBe('Wed–Sat 30 Dec–2 Jan')
    expect(formatWallTimeRange({ start_time: '16:00', end_time: '17:30' })).toBe('4:00–5:30 PM')
  })

  it('counts the hours to 24 in Britain', () => {
    writeDatesIn('en-GB')
    expect(formatDay('2026-11-24')).toBe('Tue 24 Nov')
    expect(['00:30', '09:00', '12:00', '21:00'].map(formatWallTime)).toEqual([
      '00:30',
      '09:00',
      '12:00',
      '21:00',
    ])
    expect(formatTimeRange('2026-11-24T22:00:00Z', '2026-11-24T23:00:00Z', chicago)).toBe('16:00–17:00')
    expect(shortTime(formatWallTime('16:00'))).toBe('16:00')
    expect(withoutHalfDay(formatWallTime('16:00'))).toBe('16:00')
  })
})

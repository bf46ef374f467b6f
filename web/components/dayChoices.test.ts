import { describe, expect, it } from 'vitest'
import { chicago, regularWeek } from '../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../shared/domain/time/time.ts'
import { bookableRange, dayChoices, shownDay } from './dayChoices.ts'

const facility = {
  ...regularWeek,
  special_days: [{ date: '2026-11-26', opens: null, closes: null, reason: 'Thanksgiving' }],
  time_zone: chicago,
  booking_window_days: 30,
}
const at = (day: string, time: string) => instantOf(day, time, chicago)
const tuesday = at('2026-11-24', '12:00')
const range = bookableRange(tuesday, facility)

describe('the shown day', () => {
  it('is the asked one from today to the end of the booking window', () => {
    expect(range).toEqual({ first: '2026-11-24', last: '2026-12-24' })
    expect(shownDay('2026-11-24', tuesday, facility)).toBe('2026-11-24')
    expect(shownDay('2026-12-24', tuesday, facility)).toBe('2026-12-24')
  })

  it('may be a closed Sunday when the address says so', () => {
    expect(shownDay('2026-11-29', tuesday, facility)).toBe('2026-11-29')
  })

  it.each([undefined, '2026-11-23', '2026-12-25'])('is the initial day when %s is asked for', (asked) => {
    expect(shownDay(asked, tuesday, facility)).toBe('2026-11-24')
    expect(shownDay(asked, at('2026-11-24', '21:00'), facility)).toBe('2026-11-25')
  })

  it('counts days on the facility calendar, whatever the zone of this machine', () => {
    expect(bookableRange(at('2026-11-24', '23:30'), facility).first).toBe('2026-11-24')
  })
})

describe('the steps from a day', () => {
  it('pass over Sundays and closed dates', () => {
    expect(dayChoices('2026-11-25', range, facility).nextDay).toBe('2026-11-27')
    expect(dayChoices('2026-11-28', range, facility).nextDay).toBe('2026-11-30')
    expect(dayChoices('2026-11-30', range, facility).previousDay).toBe('2026-11-28')
  })

  it('end at today and at the end of the booking window', () => {
    expect(dayChoices('2026-11-24', range, facility)).toMatchObject({ previousDay: null, previousWeek: null })
    expect(dayChoices('2026-12-24', range, facility)).toMatchObject({ nextDay: null, nextWeek: null })
  })

  it('keep the weekday when moving by a week', () => {
    expect(dayChoices('2026-12-02', range, facility)).toMatchObject({
      previousWeek: '2026-11-25',
      nextWeek: '2026-12-09',
    })
  })

  it('take the nearest day of that week when the same weekday cannot be booked', () => {
    expect(dayChoices('2026-12-03', range, facility).previousWeek).toBe('2026-11-27')
    expect(dayChoices('2026-11-30', range, facility).previousWeek).toBe('2026-11-24')
    expect(dayChoices('2026-12-18', range, facility).nextWeek).toBe('2026-12-24')
    expect(dayChoices('2026-11-29', range, facility).nextWeek).toBe('2026-12-05')
  })
})

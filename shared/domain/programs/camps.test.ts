import { describe, expect, test } from 'vitest'
import { writeDatesIn } from '../time/timeFormat.ts'
import {
  ageGroup,
  campDates,
  campDatesAndSessions,
  campDays,
  campStart,
  campTimes,
  registrationEnd,
  registrationState,
  spotsColour,
  spotsLeft,
} from './camps.ts'

const ZONE = 'America/Chicago'
const session = (date: string, start_time: string, end_time: string) => ({ date, start_time, end_time })

describe('registration', () => {
  const camp = {
    end_date: '2026-03-09',
    camp_timeslots: [
      session('2026-03-09', '09:00', '12:00'),
      session('2026-03-07', '09:00', '12:00'),
      session('2026-03-09', '13:00', '15:00'),
    ],
  }

  test('ends when the last session starts, on the clock of the facility after it has changed', () => {
    expect(registrationEnd(camp, ZONE).toISOString()).toBe('2026-03-09T18:00:00.000Z')
  })

  test('ends with the last day where no sessions are set', () => {
    const bare = { end_date: '2026-03-08', camp_timeslots: [] }
    expect(registrationEnd(bare, ZONE).toISOString()).toBe('2026-03-09T05:00:00.000Z')
  })

  test('the camp begins with the first session, or with its first day', () => {
    expect(campStart({ ...camp, start_date: '2026-03-07' }, ZONE).toISOString()).toBe(
      '2026-03-07T15:00:00.000Z',
    )
    const bare = { start_date: '2026-03-09', camp_timeslots: [] }
    expect(campStart(bare, ZONE).toISOString()).toBe('2026-03-09T05:00:00.000Z')
  })

  const ends = new Date('2026-03-09T18:00:00Z')
  const before = new Date('2026-03-09T17:59:59Z')
  test.each([
    ['open', { called_off_at: null, registration_enabled: true, spots_left: 1 }, before],
    ['full', { called_off_at: null, registration_enabled: true, spots_left: 0 }, before],
    ['closed', { called_off_at: null, registration_enabled: false, spots_left: 0 }, before],
    ['over', { called_off_at: null, registration_enabled: true, spots_left: 9 }, ends],
    ['over', { called_off_at: null, registration_enabled: false, spots_left: 0 }, ends],
    ['called_off', { called_off_at: before, registration_enabled: false, spots_left: 9 }, before],
    ['called_off', { called_off_at: before, registration_enabled: false, spots_left: 9 }, ends],
  ] as const)('is %s for %j at %s', (state, facts, now) => {
    expect(registrationState(facts, ends, now)).toBe(state)
  })
})

test.each([
  [0, 'red'],
  [2, 'red'],
  [3, 'yellow'],
  [5, 'yellow'],
  [6, 'green'],
] as const)('%i spots left are %s', (spots, colour) => {
  expect(spotsColour(spots)).toBe(colour)
})

test('spots left are never fewer than none', () => {
  expect(spotsLeft(20, 3)).toBe(17)
  expect(spotsLeft(2, 3)).toBe(0)
})

test('dates are M/dd/yyyy, a camp of one day has one', () => {
  expect(campDates({ start_date: '2026-03-08', end_date: '2026-03-10' })).toBe('3/08/2026 - 3/10/2026')
  expect(campDates({ start_date: '2026-12-01', end_date: '2026-12-01' })).toBe('12/01/2026')
})

test('the age group is the facility’s wording, or the ages', () => {
  expect(ageGroup({ age_group: '10U and 12U', min_age: 8, max_age: 12 })).toBe('10U and 12U')
  expect(ageGroup({ age_group: ' ', min_age: 8, max_age: 12 })).toBe('8-12 years')
  expect(ageGroup({ age_group: null, min_age: 9, max_age: 9 })).toBe('9 years')
})

describe('the days of a camp of several sessions', () => {
  const at = (date: string, start_time = '09:00', end_time = '12:00') => ({ date, start_time, end_time })
  const camp = (...camp_timeslots: ReturnType<typeof at>[]) => ({
    start_date: '2026-06-08',
    end_date: '2026-06-10',
    camp_timeslots,
  })
  const daily = camp(at('2026-06-08'), at('2026-06-09'), at('2026-06-10'))

  test('are told with the number of sessions', () => {
    expect(campDatesAndSessions(daily)).toBe('6/08/2026 - 6/10/2026 · 3 sessions')
    expect(campDatesAndSessions(camp())).toBe('6/08/2026 - 6/10/2026')
    expect(campDatesAndSessions({ ...camp(at('2026-06-08')), end_date: '2026-06-08' })).toBe('6/08/2026')
  })

  test('are told with weekdays, and one by one where up to three are not in a row', () => {
    expect(campDays(daily)).toBe('Mon–Wed, Jun 8–10')
    expect(campDays(camp(at('2026-06-08'), at('2026-06-10')))).toBe('Jun 8 and 10')
    const saturdays = {
      ...camp(at('2026-06-13'), at('2026-06-20')),
      start_date: '2026-06-13',
      end_date: '2026-06-20',
    }
    expect(campDays(saturdays)).toBe('Sat, Jun 13 and 20')
    const months = {
      ...camp(at('2026-06-27'), at('2026-07-04')),
      start_date: '2026-06-27',
      end_date: '2026-07-04',
    }
    expect(campDays(months)).toBe('Sat, Jun 27 and Jul 4')
    expect(campDays(camp())).toBe('Mon–Wed, Jun 8–10')
    expect(campDays({ ...camp(at('2026-06-08')), end_date: '2026-06-08' })).toBe('Mon, Jun 8')
    writeDatesIn('en-AU')
    const dayFirst = [saturdays, months, daily].map(campDays)
    writeDatesIn()
    expect(dayFirst).toEqual(['Sat 13 and 20 Jun', 'Sat 27 Jun and 4 Jul', 'Mon–Wed 8–10 Jun'])
  })

  test('have the hours once where every day has the same', () => {
    expect(campTimes(daily)).toEqual(['9:00 AM–12:00 PM'])
    expect(campTimes(camp())).toEqual([])
  })

  test('are listed where a day is left out, has other hours, or several sessions', () => {
    const [first, last] = ['Mon, Jun 8, 9:00 AM–12:00 PM', 'Wed, Jun 10, 9:00 AM–12:00 PM']
    expect(campTimes(camp(at('2026-06-08'), at('2026-06-10')))).toEqual([first, last])
    const other = at('2026-06-09', '13:00', '16:00')
    const all = [first, 'Tue, Jun 9, 1:00–4:00 PM', last]
    expect(campTimes(camp(at('2026-06-08'), other, at('2026-06-10')))).toEqual(all)
    expect(campTimes(camp(...daily.camp_timeslots, at('2026-06-10')))).toHaveLength(4)
  })
})

import { expect, it, test } from 'vitest'
import { daysOf, shownRange, stepDate, titleOf } from './scheduleRange.ts'
import { readScheduleSearch } from './scheduleSearch.ts'

it('reads an address, and leaves out what it does not know', () => {
  expect(
    readScheduleSearch({ view: 'week', date: '2026-11-24', status: 'paid', search: 'ana', open: 'x' }),
  ).toEqual({
    view: 'week',
    date: '2026-11-24',
    status: 'paid',
    search: 'ana',
    open: 'x',
  })
  const strange = { view: 'year', date: '2026-02-30', status: 'lost', search: '', open: 3 }
  expect(Object.values(readScheduleSearch(strange)).filter((value) => value !== undefined)).toEqual([])
})

test.each([
  ['day', '2026-11-24', '2026-11-24', '2026-11-24'],
  ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['week', '2026-11-23', '2026-11-23', '2026-11-29'],
  ['month', '2026-11-24', '2026-10-26', '2026-12-06'],
  ['month', '2027-02-10', '2027-02-01', '2027-02-28'],
] as const)('The %s of %s is shown from %s to %s', (view, date, first, last) => {
  expect(shownRange(view, date)).toEqual({ first, last })
})

it('never shows more than six weeks', () => {
  for (let year = 2024; year <= 2032; year += 1)
    for (let month = 1; month <= 12; month += 1) {
      const days = daysOf(shownRange('month', `${year}-${String(month).padStart(2, '0')}-15`))
      expect(days.length % 7).toBe(0)
      expect(days.length).toBeLessThanOrEqual(42)
    }
})

test.each([
  ['day', '2026-03-08', 1, '2026-03-09'],
  ['week', '2026-11-01', -1, '2026-10-25'],
  ['month', '2026-10-31', 1, '2026-11-30'],
  ['month', '2026-03-31', -1, '2026-02-28'],
  ['month', '2026-12-15', 1, '2027-01-15'],
  ['month', '2028-01-30', 1, '2028-02-29'],
] as const)('In the %s view %s and a step of %s lead to %s', (view, date, step, to) => {
  expect(stepDate(view, date, step)).toBe(to)
})

it('names what is shown', () => {
  const today = '2026-11-24'
  expect(titleOf('day', today, today)).toBe('Tue, Nov 24')
  expect(titleOf('day', '2027-01-02', today)).toBe('Sat, Jan 2, 2027')
  expect(titleOf('week', today, today)).toBe('Nov 23–29')
  expect(titleOf('week', '2026-12-31', today)).toBe('Dec 28–Jan 3, 2027')
  expect(titleOf('month', today, today)).toBe('Nov 2026')
})

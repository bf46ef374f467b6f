import { expect, test } from 'vitest'
import { isCurrent, percentTaken, periodsUntil } from './figures.ts'

test('weeks begin on Monday and the last one is that of today', () => {
  const weeks = periodsUntil('2026-11-22', 'week')
  expect(weeks).toHaveLength(26)
  expect(weeks.at(-1)).toEqual({ start: '2026-11-16', end: '2026-11-22' })
  expect(weeks.at(-2)).toEqual({ start: '2026-11-09', end: '2026-11-15' })
})

test('months have all of their days, over the end of a year and in a leap year', () => {
  const months = periodsUntil('2028-03-31', 'month')
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ start: '2028-03-01', end: '2028-03-31' })
  expect(months.at(-2)).toEqual({ start: '2028-02-01', end: '2028-02-29' })
  expect(months[0]).toEqual({ start: '2027-04-01', end: '2027-04-30' })
})

test('days follow each other, also where the clocks change', () => {
  const days = periodsUntil('2026-11-02', 'day')
  expect(days.slice(-3).map(({ start }) => start)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
})

test('a period that is not over is the current one', () => {
  expect(isCurrent({ start: '2026-11-16', end: '2026-11-22' }, '2026-11-22')).toBe(true)
  expect(isCurrent({ start: '2026-11-16', end: '2026-11-22' }, '2026-11-23')).toBe(false)
})

test('cage use is rounded to percent, and nothing where the cages are closed', () => {
  expect(percentTaken({ cage_hours: 1, open_hours: 3 })).toBe(33)
  expect(percentTaken({ cage_hours: 0, open_hours: 0 })).toBeNull()
})

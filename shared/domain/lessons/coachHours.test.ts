import { expect, test } from 'vitest'
import { completeWeek, hourChoices, worksAt } from './coachHours.ts'

test('a weekday without a row is from 09:00 to 17:00 and not available', () => {
  const monday = { day_of_week: 1, start_time: '16:00', end_time: '21:00', is_available: true }
  const week = completeWeek([monday])
  expect(week.map(({ day_of_week }) => day_of_week)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(week[1]).toEqual(monday)
  expect(week[2]).toEqual({ day_of_week: 2, start_time: '09:00', end_time: '17:00', is_available: false })
})

test.each([
  [0, '09:00', '18:00', 10],
  [1, '16:00', '22:00', 7],
  [5, '16:00', '22:00', 7],
  [6, '09:00', '18:00', 10],
])('weekday %i offers hours from %s to %s', (weekday, first, last, count) => {
  const choices = hourChoices(weekday)
  expect([choices[0], choices.at(-1), choices.length]).toEqual([first, last, count])
})

test.each([
  ['the hours themselves', '16:00', '21:00', true],
  ['a time within', '18:00', '19:00', true],
  ['a time that begins earlier', '15:30', '16:30', false],
  ['a time that ends later', '20:30', '21:30', false],
])('%s: %s to %s', (_name, start_time, end_time, expected) => {
  const week = completeWeek([
    { day_of_week: 2, start_time: '16:00', end_time: '21:00', is_available: true },
    { day_of_week: 3, start_time: '16:00', end_time: '21:00', is_available: false },
  ])
  expect(worksAt(week, { day_of_week: 2, start_time, end_time })).toBe(expected)
  expect(worksAt(week, { day_of_week: 3, start_time, end_time })).toBe(false)
})

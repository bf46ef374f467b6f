import { expect, it } from 'vitest'
import { scheduleLine } from './classSchedule.ts'

it.each([
  [0, '16:00', '17:00', 'Sundays 4:00–5:00 PM'],
  [1, '16:00', '17:00', 'Mondays 4:00–5:00 PM'],
  [6, '09:30', '12:00', 'Saturdays 9:30 AM–12:00 PM'],
])('day %i, %s to %s reads %s', (day_of_week, start_time, end_time, line) => {
  expect(scheduleLine({ day_of_week, start_time, end_time })).toBe(line)
})

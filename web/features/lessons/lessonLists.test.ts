import { expect, test } from 'vitest'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { lessonLists } from './lessonLists.ts'

const lesson = (lesson_date: string, start_time: string, end_time: string) =>
  ({ lesson_date, start_time, end_time }) as CustomerLesson

test('lessons are over by the facility clock: what comes is soonest first, what is over is latest first', () => {
  const old = lesson('2026-11-20', '16:00', '17:00')
  const justOver = lesson('2026-11-24', '16:00', '17:00')
  const running = lesson('2026-11-24', '16:30', '17:30')
  const later = lesson('2026-11-25', '09:00', '10:00')
  // 5:00 PM in Chicago.
  const now = new Date('2026-11-24T23:00:00Z')

  expect(lessonLists([later, running, justOver, old], now, 'America/Chicago')).toEqual({
    upcoming: [running, later],
    past: [justOver, old],
  })
})

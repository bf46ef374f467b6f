import { expect, test } from 'vitest'
import { lessonStanding } from './LessonCard.tsx'

test.each([
  ['pending payment', 'pending payment', 'Pay on Arrival'],
  ['pending payment', 'paid', 'Paid'],
  ['paid', 'pending payment', 'Pay on Arrival'],
  ['paid', 'refunded', 'Pay on Arrival'],
  ['canceled', 'paid', 'Canceled'],
  ['canceled', 'refunded', 'Canceled, Refunded'],
] as const)('a lesson that is %s, its payment %s, reads %s', (status, payment_status, label) => {
  expect(lessonStanding({ status, payment_status }).label).toBe(label)
})

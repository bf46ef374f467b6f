import { expect, test } from 'vitest'
import type { NextFree } from '../../../shared/contract/bookings/cages.ts'
import { addDays } from '../../../shared/domain/time/time.ts'
import { nextFreeText } from './NextFree.tsx'

const today = '2026-11-21'
const days = (open_slots = 16) =>
  Array.from({ length: 30 }, (_, ahead) => ({
    date: addDays(today, ahead),
    open_slots,
    free_slots: 0,
    first_free: null,
  }))
const next = (date: string, time: string, cages: number): NextFree => ({
  date,
  time,
  cages,
  start_time: `${date}T21:30:00.000Z`,
})

test.each([
  [next(today, '15:30', 3), 'Next free today: 3:30 PM · 3 cages'],
  [next(today, '17:00', 1), 'Next free today: 5:00 PM · 1 cage'],
  [next('2026-11-23', '16:00', 8), 'Next free: Mon 4:00 PM · 8 cages'],
  [next('2026-11-27', '16:00', 8), 'Next free: Fri 4:00 PM · 8 cages'],
  [next('2026-11-28', '09:00', 2), 'Next free: Sat Nov 28 9:00 AM · 2 cages'],
])('the next free half hour reads as a day, a time and how many cages', (next_free, text) => {
  expect(nextFreeText({ days: days(), next_free })).toBe(text)
})

test('it is told when nothing is free, and when nothing is open', () => {
  expect(nextFreeText({ days: days(), next_free: null })).toBe('Every cage is booked for the next 30 days')
  expect(nextFreeText({ days: days(0), next_free: null })).toBe('We are closed for the next 30 days')
})

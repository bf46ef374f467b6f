import { expect, test } from 'vitest'
import type { Camp } from '../../../shared/contract/programs/camps.ts'
import { campLists, campWhen, isPayable } from './campRules.ts'

const camp = (id: string, end_date: string, registration_open = true) =>
  ({ id, end_date, registration_open }) as Camp

test('a camp is past once its last day is over in the facility, and the latest of those come first; open ones come before others', () => {
  const camps = [
    camp('long ago', '2026-01-01'),
    camp('old', '2026-07-01'),
    camp('older', '2026-06-01'),
    camp('yesterday', '2026-07-05'),
    camp('full', '2026-07-06', false),
    camp('today', '2026-07-06'),
    camp('later', '2026-07-07'),
  ]
  // Tokyo has the 7th already.
  const { upcoming, past } = campLists(camps, new Date('2026-07-07T04:59:00Z'), 'America/Chicago')
  expect(upcoming.map(({ id }) => id)).toEqual(['today', 'later', 'full'])
  expect(past.map(({ id }) => id)).toEqual(['yesterday', 'old', 'older'])
})

test('the number of sessions and its word stay in one line', () => {
  const on = (date: string) => ({ date, start_time: '10:00', end_time: '12:00' })
  const days = { start_date: '2026-07-06', end_date: '2026-07-08' }
  expect(campWhen({ ...days, camp_timeslots: ['2026-07-06', '2026-07-08'].map(on) })).toBe(
    '7/06/2026 - 7/08/2026 · 2\u00a0sessions',
  )
  expect(campWhen({ ...days, camp_timeslots: [on('2026-07-06')] })).toBe('7/06/2026 - 7/08/2026')
})

test('a seat is paid by card from fifty cents on, once it is registered and not a guest’s', () => {
  const seat = { status: 'registered', registration_type: 'user', total_cost: 0.5 } as const
  expect(isPayable(seat)).toBe(true)
  expect(isPayable({ ...seat, total_cost: 0.49 })).toBe(false)
  expect(isPayable({ ...seat, status: 'paid' })).toBe(false)
  expect(isPayable({ ...seat, registration_type: 'guest' })).toBe(false)
})

import { expect, test } from 'vitest'
import type { Camp } from '../../../shared/contract/camps.ts'
import { campLists } from './campRules.ts'

const camp = (id: string, end_date: string) => ({ id, end_date }) as Camp

test('a camp is past once its last day is over in the facility, and the latest of those come first', () => {
  const camps = [
    camp('long ago', '2026-01-01'),
    camp('old', '2026-07-01'),
    camp('older', '2026-06-01'),
    camp('yesterday', '2026-07-05'),
    camp('today', '2026-07-06'),
    camp('later', '2026-07-07'),
  ]
  // Tokyo has the 7th already.
  const { upcoming, past } = campLists(camps, new Date('2026-07-07T04:59:00Z'), 'America/Chicago')
  expect(upcoming.map(({ id }) => id)).toEqual(['today', 'later'])
  expect(past.map(({ id }) => id)).toEqual(['yesterday', 'old', 'older'])
})

import { expect, test } from 'vitest'
import { type ItemPlace, splitUpcoming } from './splitUpcoming.ts'

const item = (id: string, start: string, more: Partial<ItemPlace> = {}) => ({
  id,
  start,
  over: false,
  canceled: false,
  ...more,
})

test('what comes is soonest first; what is over or canceled is out of the way, latest first', () => {
  const items = [
    item('later', '2026-11-25 09:00'),
    item('over', '2026-11-24 16:00', { over: true }),
    item('next', '2026-11-24 18:00'),
    item('canceled', '2026-11-26 16:00', { canceled: true }),
    item('long over', '2026-11-20 16:00', { over: true }),
  ]
  const { upcoming, rest, anyCanceled } = splitUpcoming(items, (place) => place)
  expect(upcoming.map(({ id }) => id)).toEqual(['next', 'later'])
  expect(rest.map(({ id }) => id)).toEqual(['canceled', 'over', 'long over'])
  expect(anyCanceled).toBe(true)
})

test('nothing gives two empty lists', () => {
  expect(splitUpcoming([], (place: ItemPlace) => place)).toEqual({
    upcoming: [],
    rest: [],
    anyCanceled: false,
  })
})

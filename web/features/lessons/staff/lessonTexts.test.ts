import { describe, expect, it } from 'vitest'
import { moneyLine, playerFacts, whenIs } from './lessonTexts.ts'

describe('a lesson is away', () => {
  const lesson = { start: '2026-11-24T22:00:00Z', end: '2026-11-24T23:00:00Z' }
  it.each([
    ['2026-11-24T19:55:00Z', 'In 2 h 5 min'],
    ['2026-11-24T20:00:00Z', 'In 2 h'],
    ['2026-11-24T21:00:00Z', 'In 1 h'],
    ['2026-11-24T21:01:00Z', 'In 59 min'],
    ['2026-11-24T21:34:30Z', 'In 26 min'],
    ['2026-11-24T22:00:00Z', 'Now'],
    ['2026-11-24T22:59:59Z', 'Now'],
    ['2026-11-24T23:00:00Z', 'Over'],
  ])('at %s: %s', (now, text) => {
    expect(whenIs(lesson, new Date(now))).toBe(text)
  })
})

it('a player is told in words, and nothing that is unknown', () => {
  const player = {
    id: '1',
    name: 'Leo',
    age: 10,
    positions: ['P', 'SS'],
    bats: 'switch',
    throws: 'left',
  } as const
  expect(playerFacts({ participant: { ...player, positions: ['P', 'SS'] } })).toEqual([
    '10 years',
    'Pitcher',
    'Shortstop',
    'Bats both sides',
    'Throws left',
  ])
  const unknown = { ...player, age: null, positions: [], bats: null, throws: null }
  expect(playerFacts({ participant: unknown })).toEqual([])
  expect(playerFacts({ participant: null })).toEqual([])
})

it.each([
  ['pending payment', 0, null, ''],
  ['paid', 0, null, 'It is paid. Nothing is refunded.'],
  ['paid', 90, 'card', 'It is paid. $90.00 goes back to the card.'],
  ['paid', 90, 'front_desk', 'It is paid. The front desk refunds $90.00.'],
] as const)(
  'a lesson that is %s and gives back %s to %s says so before it is canceled',
  (status, refund_amount, refund_method, text) => {
    expect(moneyLine({ status, refund_amount, refund_method })).toBe(text)
  },
)

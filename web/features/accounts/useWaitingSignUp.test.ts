import { expect, test } from 'vitest'
import { pause } from './useWaitingSignUp.ts'

const minute = 60_000

test.each([
  ['every three seconds at first', 0, 3_000],
  ['every ten seconds after two minutes', 2 * minute, 10_000],
  ['not at all after a quarter of an hour', 15 * minute, false],
])('the server is asked %s', (_when, waited, asked) => {
  expect(pause({ since: 1_000 }, 1_000 + waited)).toBe(asked)
})

test('the server is not asked where nothing is waited for', () => {
  expect(pause(null)).toBe(false)
})

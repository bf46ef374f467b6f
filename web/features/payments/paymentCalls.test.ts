import { expect, test } from 'vitest'
import { holdEnd } from './paymentCalls.ts'

const opened = Date.parse('2026-11-24T16:00:00.900Z')
const minutes = (count: number) => count * 60_000

test.each([
  ['right', 0],
  ['an hour ahead', minutes(60)],
  ['a day behind', -minutes(1440)],
])('a hold of 15 minutes never counts down from more, with a clock that is %s', (_clock, off) => {
  const now = opened + off
  const left = holdEnd(opened + minutes(15), 'Tue, 24 Nov 2026 16:00:00 GMT', now) - now
  expect(left).toBeLessThanOrEqual(minutes(15))
  expect(left).toBeGreaterThan(minutes(15) - 1_000)
})

test('without a date of the server, the clock of the browser has to do', () => {
  expect(holdEnd(opened, null, 0)).toBe(opened)
})

import { expect, test } from 'vitest'
import { periodEnd } from './periods.ts'

const seconds = (text: string) => Date.parse(text) / 1000

test.each([
  ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00Z', '2026-12-21T15:00:00Z'],
  ['2026-11-21T15:00:00Z', '2026-12-21T14:59:59Z', '2026-12-21T15:00:00Z'],
  ['2026-11-21T15:00:00Z', '2026-12-21T15:00:00Z', '2027-01-21T15:00:00Z'],
  ['2027-01-31T08:00:00Z', '2027-01-31T08:00:00Z', '2027-02-28T08:00:00Z'],
  ['2027-01-31T08:00:00Z', '2027-02-28T08:00:00Z', '2027-03-31T08:00:00Z'],
  ['2028-01-30T23:30:00Z', '2028-01-30T23:30:00Z', '2028-02-29T23:30:00Z'],
])('A period of an anchor at %s that holds %s ends at %s', (anchor, after, end) => {
  expect(periodEnd(seconds(anchor), seconds(after))).toBe(seconds(end))
})

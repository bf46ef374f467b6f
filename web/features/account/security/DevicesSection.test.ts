import { expect, test } from 'vitest'
import { lastUsedText } from './DevicesSection.tsx'

const now = new Date('2026-11-24T22:00:00Z')

test.each([
  ['2026-11-24T22:00:05.000Z', 'Used in the last few minutes'],
  ['2026-11-24T21:56:00.000Z', 'Used in the last few minutes'],
  ['2026-11-24T21:30:00.000Z', 'Last used 30 minutes ago'],
  ['2026-11-24T20:59:00.000Z', 'Last used 1 hour ago'],
  ['2026-11-22T22:00:00.000Z', 'Last used 2 days ago'],
])('%s reads %s', (instant, expected) => {
  expect(lastUsedText(instant, now)).toBe(expected)
})

import { expect, test } from 'vitest'
import { ownPath } from './ownPath.ts'

test.each(['/', '/book-cage', '/book-cage?day=2026-11-24#top', '/account?tab=bookings'])(
  '%s is ours',
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'book-cage',
  '/auth?mode=login',
  '',
  undefined,
  7,
])('%s is not a place to go after signing in', (value) => {
  expect(ownPath(value)).toBeNull()
})

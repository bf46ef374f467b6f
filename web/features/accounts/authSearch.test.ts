import { expect, test } from 'vitest'
import { ownPath, readAuthSearch } from './authSearch.ts'

test('what is understood of the address is kept', () => {
  expect(readAuthSearch({ mode: 'signup', redirect: '/book-cage?day=2026-11-24' })).toMatchObject({
    mode: 'signup',
    redirect: '/book-cage?day=2026-11-24',
  })
})

test.each([
  { redirect: 'https://evil.example/x' },
  { redirect: 'javascript:alert(1)' },
  { redirect: [1] },
  { mode: 'x' },
])('anything else is taken out by name: %j', (search) => {
  // The router lays the answer over the address: a key that is missing here would stay as it was.
  expect({ ...search, ...readAuthSearch(search) }).toEqual({
    mode: undefined,
    redirect: undefined,
    error: undefined,
  })
})

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

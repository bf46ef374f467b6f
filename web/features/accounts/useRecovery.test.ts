import { expect, test } from 'vitest'
import { readRecoveryLink } from './useRecovery.ts'

test('a recovery link carries its token behind the hash', () => {
  expect(readRecoveryLink('#access_token=abc123&type=recovery')).toEqual({ token: 'abc123' })
  expect(readRecoveryLink('type=recovery&access_token=abc123')).toEqual({ token: 'abc123' })
})

test('an invitation is told from a recovery', () => {
  expect(readRecoveryLink('#access_token=abc123&type=invite')).toEqual({ token: 'abc123', invited: true })
})

test('a recovery link without a token is one all the same', () => {
  expect(readRecoveryLink('#type=recovery')).toEqual({ token: '' })
})

test.each(['', '#', '#main', '#access_token=abc123', '#access_token=abc123&type=signup'])(
  '%s is none',
  (hash) => {
    expect(readRecoveryLink(hash)).toBeNull()
  },
)

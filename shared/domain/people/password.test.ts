import { expect, test } from 'vitest'
import { passwordLength, passwordMinimum, refuseLength, staffPasswordMinimum } from './password.ts'

const codeOf = (password: string, minimum = passwordMinimum) => refuseLength(password, minimum)?.code ?? null

test('a password below the minimum is refused in the sentence of the specification', () => {
  expect(refuseLength('kX7w!', passwordMinimum)).toEqual({
    code: 'password_too_short',
    message: 'Password must be at least 6 characters long.',
  })
  expect(codeOf('kX7w!q')).toBeNull()
})

test('coaches and admins need ten', () => {
  expect(codeOf('kX7w!qz90', staffPasswordMinimum)).toBe('password_too_short')
  expect(codeOf('kX7w!qz90b', staffPasswordMinimum)).toBeNull()
})

test('the maximum is 128 characters; a character outside the basic plane counts once', () => {
  expect(codeOf('kX7w!qz9'.repeat(16))).toBeNull()
  expect(codeOf(`${'kX7w!qz9'.repeat(16)}b`)).toBe('password_too_long')
  expect(codeOf('⚾🥎🏟🧢👟')).toBe('password_too_short')
  expect(codeOf('👟'.repeat(128))).toBeNull()
  expect(codeOf('👟'.repeat(129))).toBe('password_too_long')
})

test('an accent typed as a combining character does not count', () => {
  expect(passwordLength('Jose\u0301')).toBe(passwordLength('Jos\u00e9'))
})

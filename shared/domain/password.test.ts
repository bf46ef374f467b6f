import { describe, expect, it } from 'vitest'
import { commonPasswords } from './commonPasswords.ts'
import { passwordMinimum, refusePassword, staffPasswordMinimum } from './password.ts'

const names = ['María de la Cruz', 'Dugout Batting Cages', 'mdlc']
const codeOf = (password: string, minimum = passwordMinimum) =>
  refusePassword(password, { minimum, names, common: commonPasswords })?.code ?? null

describe('the length of a password', () => {
  it('is refused below the minimum in the sentence of the specification', () => {
    expect(refusePassword('kX7w!', { minimum: 6, names, common: commonPasswords })).toEqual({
      code: 'password_too_short',
      message: 'Password must be at least 6 characters long.',
    })
    expect(codeOf('kX7w!q')).toBeNull()
  })

  it('must be ten for coaches and admins', () => {
    expect(codeOf('kX7w!qz90', staffPasswordMinimum)).toBe('password_too_short')
    expect(codeOf('kX7w!qz90b', staffPasswordMinimum)).toBeNull()
  })

  it('is at most 128 characters, a character beyond the basic plane counting once', () => {
    expect(codeOf('kX7w!qz9'.repeat(16))).toBeNull()
    expect(codeOf(`${'kX7w!qz9'.repeat(16)}b`)).toBe('password_too_long')
    expect(codeOf('⚾🥎🏟🧢👟')).toBe('password_too_short')
    expect(codeOf('⚾🥎🏟🧢👟🦅')).toBeNull()
  })
})

describe('a common password', () => {
  it.each([
    '123456',
    'Password',
    'baseball27',
    'Password2026!',
    '!!Dragon!!',
    'PASSWÖRD',
    'zzzzzzzz',
    'qwerty',
  ])('is refused: %s', (password) => {
    expect(codeOf(password)).toBe('password_common')
  })

  it.each([
    'play-ball-2026',
    'correct horse battery',
    'пароль-на-лето',
    '野球が大好きです',
    'baseball839201745562',
  ])('is not mistaken for one: %s', (password) => {
    expect(codeOf(password)).toBeNull()
  })

  it('is listed in lower case, and the list has at least two hundred', () => {
    expect(commonPasswords.size).toBeGreaterThan(200)
    for (const password of commonPasswords) expect(password).toBe(password.toLowerCase())
  })
})

describe('a password made of names', () => {
  it.each(['maria1990', 'Cruz-Maria!', 'mcruz2026', 'DugoutBatting', 'mdlc2026', 'MARÍA.CRUZ'])(
    'is refused: %s',
    (password) => {
      expect(codeOf(password)).toBe('password_from_name')
    },
  )

  it.each(['maria-likes-oranges', 'cruz-control', 'mdbcm1', 'dugout8392017455'])(
    'is not mistaken for one: %s',
    (password) => {
      expect(codeOf(password)).toBeNull()
    },
  )

  it('is found with names of any script, and no name refuses nothing', () => {
    const rules = { minimum: 6, common: commonPasswords }
    expect(refusePassword('田中太郎2026', { ...rules, names: ['田中 太郎'] })?.code).toBe(
      'password_from_name',
    )
    expect(refusePassword('maria1990', { ...rules, names: ['', ' '] })).toBeNull()
  })
})

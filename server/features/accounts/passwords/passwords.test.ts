import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('password hashes', () => {
  test('are salted argon2id and contain the parameters', async () => {
    const [one, two] = await Promise.all([hashPassword('curve-ball-81'), hashPassword('curve-ball-81')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
  })

  test('match their password and no other', async () => {
    const hash = await hashPassword('curve-ball-81')
    expect(await verifyPassword('curve-ball-81', hash)).toBe(true)
    expect(await verifyPassword('curve-ball-82', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  test('match the same letters in another Unicode form', async () => {
    const hash = await hashPassword('Jos\u00e9-at-bat')
    expect(await verifyPassword('Jose\u0301-at-bat', hash)).toBe(true)
  })

  test('of another kind match nothing', async () => {
    for (const kept of [
      '',
      'plain',
      '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAA',
      '$2b$10$abcdefghijklmnopqrstuv',
    ]) {
      expect(await verifyPassword('plain', kept)).toBe(false)
    }
  })
})

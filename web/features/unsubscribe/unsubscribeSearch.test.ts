import { describe, expect, it } from 'vitest'
import { readUnsubscribeSearch } from './unsubscribeSearch.ts'

describe('the unsubscribe link', () => {
  it('has an address and, when signed, a signature', () => {
    expect(readUnsubscribeSearch({ email: ' a@b.test ', signature: 'x_y-z', other: 1 })).toEqual({
      email: 'a@b.test',
      signature: 'x_y-z',
    })
    expect(readUnsubscribeSearch({ email: 'a@b.test' })).toEqual({ email: 'a@b.test' })
  })

  it('may lack everything', () => {
    expect(readUnsubscribeSearch({})).toEqual({})
    expect(readUnsubscribeSearch({ email: '  ', signature: ['x'] })).toEqual({})
  })

  it('gets back a plus sign that was read as a blank', () => {
    expect(readUnsubscribeSearch({ email: 'robin kids@b.test' })).toEqual({ email: 'robin+kids@b.test' })
  })
})

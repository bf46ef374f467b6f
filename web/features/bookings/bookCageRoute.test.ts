import { describe, expect, it } from 'vitest'
import { readBookCageSearch } from './bookCageRoute.ts'

describe('the address of /book-cage', () => {
  it('names a facility day', () => {
    expect(readBookCageSearch({ date: '2026-11-24' })).toEqual({ date: '2026-11-24' })
  })

  it.each([
    undefined,
    '',
    'today',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    20261124,
    ['2026-11-24'],
    '2026-11-24T00:00',
  ])('is read as without a day when it says %j', (date) => {
    expect(readBookCageSearch({ date })).toStrictEqual({ date: undefined })
  })
})

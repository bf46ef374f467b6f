import { describe, expect, it } from 'vitest'
import { keepView, readBookCageSearch } from './bookCageRoute.ts'

describe('the address of /book-cage', () => {
  it('names a facility day', () => {
    expect(readBookCageSearch({ date: '2026-11-24' })).toEqual({ date: '2026-11-24' })
    expect(readBookCageSearch({ view: 'times', length: 90 })).toMatchObject({ view: 'times', length: 90 })
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
    expect(readBookCageSearch({ date })).toStrictEqual({
      date: undefined,
      view: undefined,
      length: undefined,
    })
  })

  it.each([{ view: 'grid' }, { view: 1 }, { length: 45 }, { length: '60' }])('leaves out %j', (search) => {
    expect(readBookCageSearch(search)).toEqual({})
  })

  it('keeps how the day is shown on the way to another day, and leaves the usual out', () => {
    const to = (search: object, wanted: object) =>
      keepView({ search, next: () => readBookCageSearch({ ...wanted }) })
    const times = { date: '2026-11-24', view: 'times', length: 90 } as const
    expect(to(times, { date: '2026-11-25' })).toEqual({ ...times, date: '2026-11-25' })
    expect(to(times, { date: '2026-11-24', view: 'cages' })).toEqual({ date: '2026-11-24', length: 90 })
    expect(to(times, { date: '2026-11-24', length: 60 })).toEqual({ date: '2026-11-24', view: 'times' })
    expect(to({ view: 'week' }, {})).toEqual({})
  })
})

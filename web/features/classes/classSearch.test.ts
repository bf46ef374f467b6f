import { expect, it } from 'vitest'
import { readClassSearch } from './classSearch.ts'

it.each(['available', 'past', 'all'])('understands the view %s', (view) => {
  expect(readClassSearch({ view, page: 3 })).toEqual({ view, page: 3 })
})

it.each([
  {},
  { view: 'upcoming', page: 1 },
  { view: 'none', page: 0 },
  { view: 7, page: -2 },
  { view: null, page: 1.5 },
  { view: ['all'], page: '2' },
  { page: Number.POSITIVE_INFINITY },
])('takes %j for the first page of what is to come', (search) => {
  expect(readClassSearch(search)).toEqual({ view: undefined, page: undefined })
})

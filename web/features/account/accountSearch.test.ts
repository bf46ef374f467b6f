import { expect, test } from 'vitest'
import { accountTabs, accountTitle, readAccountSearch } from './accountSearch.ts'

test('every tab can be in the address, and nothing else opens one', () => {
  for (const tab of accountTabs) expect(readAccountSearch({ tab })).toEqual({ tab })
  for (const tab of ['Overview', 'admin', '', 7, null, ['camps'], { tab: 'camps' }]) {
    const nothing = { tab: undefined, item: undefined, change: undefined }
    expect(readAccountSearch({ tab })).toStrictEqual(nothing)
  }
})

test('a link names one item, and what to do with it; anything else in its place is left out', () => {
  const item = '8b1a9953-c461-4296-a827-abf8c47804d7'
  expect(readAccountSearch({ tab: 'bookings', item: item.toUpperCase(), change: 'move' })).toEqual({
    tab: 'bookings',
    item,
    change: 'move',
  })
  expect(readAccountSearch({ item, change: 'delete' })).toEqual({ item })
  for (const bad of ['', '1', 7, null, [item], `${item}"`])
    expect(readAccountSearch({ item: bad, change: 'cancel' })).toEqual({})
})

test('the title of the page begins with the tab that is open', () => {
  expect(accountTabs.map(accountTitle)).toEqual([
    'My Account',
    'Classes · My Account',
    'Lessons · My Account',
    'Bookings · My Account',
    'Camps · My Account',
    'Payments · My Account',
    'Profile · My Account',
  ])
})

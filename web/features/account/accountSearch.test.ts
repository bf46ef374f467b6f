import { expect, test } from 'vitest'
import { accountTabs, readAccountSearch } from './accountSearch.ts'

test('every tab can be in the address, and nothing else opens one', () => {
  for (const tab of accountTabs) expect(readAccountSearch({ tab })).toEqual({ tab })
  for (const tab of ['Overview', 'admin', '', 7, null, ['camps'], { tab: 'camps' }]) {
    expect(readAccountSearch({ tab })).toStrictEqual({ tab: undefined })
  }
})

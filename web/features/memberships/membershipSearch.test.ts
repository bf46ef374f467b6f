import { expect, test } from 'vitest'
import { readMembershipSearch } from './membershipSearch.ts'

test.each([
  [{}, {}],
  [{ card: 'join' }, { card: 'join' }],
  [
    { card: 'update', setup_intent: 'seti_1', setup_intent_client_secret: 'seti_1_secret_2' },
    { card: 'update', setup_intent: 'seti_1' },
  ],
  [{ card: 'join', setup_intent: 'seti_1"><script>' }, { card: 'join' }],
  [{ card: 'steal', setup_intent: 'seti_1' }, {}],
])('%j is read as %j', (search, read) => {
  expect(readMembershipSearch(search)).toEqual(read)
})

import { expect, test } from 'vitest'
import { whyNot } from './mailServers.ts'

test.each([
  // As `test-mail-connection` answers of a server that is silent, and of a name server that is (mail.test.ts).
  ['Greeting never received', /can’t be reached/],
  ['Connection timeout', /can’t be reached/],
  ['DNS lookup for mail.pine.test timed out', /Nothing answers to the name mail\.pine\.test/],
  ['The server did not answer within 20 seconds.', /can’t be reached/],
  ['connect ECONNREFUSED 127.0.0.1:1', /can’t be reached/],
  ['getaddrinfo ENOTFOUND mail.pine.test', /Nothing answers to the name mail\.pine\.test/],
  ['Invalid login: 535 5.7.8', /user name or password/],
  ['550 5.1.1 no such user', /did not take the message/],
])('“%s” is told with the way out', (words, sentence) => {
  expect(whyNot(words, 'mail.pine.test')).toMatch(sentence)
})

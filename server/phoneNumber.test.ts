import { expect, test } from 'vitest'
import { readPhone } from './phoneNumber.ts'

test.each([
  ['4095550123', '(409) 555-0123'],
  ['409.555.0123', '(409) 555-0123'],
  ['+1 409 555 0123', '(409) 555-0123'],
  ['1-409-555-0123', '(409) 555-0123'],
  ['(409) 555-0123 ext 5', '(409) 555-0123 ext. 5'],
  ['+44 (0)20 7946 0958', '+44 20 7946 0958'],
  ['+4930901820', '+49 30 901820'],
])('%s is kept as %s', (typed, kept) => {
  expect(readPhone(typed)).toBe(kept)
  expect(readPhone(kept)).toBe(kept)
})

test.each([
  '0',
  '12',
  'abc',
  '911',
  '555-0123',
  '409 555 01234',
  '000 000 0000',
  '123 456 7890',
  '+999 123 4567',
  'call 409 555 0123',
  '409 555 0123 or 409 555 0124',
])('%s is no phone number', (typed) => {
  expect(readPhone(typed)).toBeNull()
})

import { expect, it } from 'vitest'
import { maskedPhone } from './maskedPhone.ts'

it.each([
  ['(409) 555-0177', '(•••) •••-0177'],
  ['+44 20 7946 0958', '+•• •• •••• 0958'],
  ['0177', '0177'],
  [null, null],
])('of %s shows %s', (phone, masked) => {
  expect(maskedPhone(phone)).toBe(masked)
})

import { expect, test } from 'vitest'
import { errors } from '../../../shared/contract/errors.ts'
import { guestDetails } from '../../../shared/contract/lessons/lessons.ts'
import { notAPhone } from '../../components/phone.ts'
import { guestProblems, noBooker } from './guestRules.ts'

test.each([
  ['Robin Batter', '(409) 555-0100', '', [null, null, null]],
  ['Robin Batter', '(409) 555-0100', 'robin@example.test', [null, null, null]],
  [' ', ' ', ' ', ['Full name is required.', 'Phone number is required.', null]],
  ['Robin', 'none', 'robin@', [null, notAPhone, 'Please enter a valid email address.']],
  ['Robin', '0', '', [null, notAPhone, null]],
  ['Robin', '555-01', '', [null, notAPhone, null]],
])('of %j, %j and %j the fields say %j', (name, phone, email, said) => {
  expect([guestProblems.name(name), guestProblems.phone(phone), guestProblems.email(email)]).toEqual(said)
})

test('the server says the same of nobody, and of an empty name and phone', () => {
  expect(errors.login_or_guest_required.message).toBe(noBooker)
  const { error } = guestDetails.safeParse({ name: ' ', phone: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual(
    expect.arrayContaining([guestProblems.name(''), guestProblems.phone('')]),
  )
})

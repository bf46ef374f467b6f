import { expect, test } from 'vitest'
import { emptySignUp, missingForSignUp, type SignUpValues, signUpProblems } from './signUpRules.ts'

const complete: SignUpValues = {
  name: 'Robin Batter',
  email: 'robin@example.test',
  phone: '',
  password: 'curve1',
  confirmation: 'curve1',
  terms: true,
  website: '',
}

test('an account can be created without a phone number', () => {
  expect(missingForSignUp(complete)).toEqual([])
})

test('an empty form says everything that is missing, in order', () => {
  expect(missingForSignUp(emptySignUp)).toEqual([
    'your full name',
    'your email',
    'a password of at least 6 characters',
    'the same password again',
    'the terms',
  ])
})

test.each([
  ['name', '   '],
  ['name', 'see bit.ly/abc'],
  ['email', 'robin@example'],
  ['password', 'curve'],
  ['confirmation', 'curve2'],
  ['terms', false],
] as const)('a wrong %s keeps the account from being created', (field, value) => {
  expect(missingForSignUp({ ...complete, [field]: value })).not.toEqual([])
})

test('characters are counted as a person counts them', () => {
  expect(signUpProblems.password('⚾⚾⚾⚾⚾')).toBe('Password must be at least 6 characters long.')
  expect(signUpProblems.password('⚾⚾⚾⚾⚾⚾')).toBeNull()
})

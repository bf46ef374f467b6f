import { expect, test } from 'vitest'
import { type FieldFacts, isKept } from './draftRules.ts'

const field: FieldFacts = {
  type: 'text',
  names: ['message'],
  autoComplete: '',
  visible: true,
  readOnly: false,
  isPrivate: false,
}

test.each(['text', 'email', 'tel', 'textarea', 'select-one', 'date'])('a %s field is kept', (type) => {
  expect(isKept({ ...field, type })).toBe(true)
})

test.each([
  'password',
  'current_password',
  'newPassword',
  'confirmPassword',
  'confirm_password',
  'form_token',
  'client-secret',
  'TOKEN',
])('a field named %s is not', (name) => {
  expect(isKept({ ...field, names: ['', name] })).toBe(false)
})

test.each(['file', 'hidden', 'password', 'checkbox', 'radio', 'submit', 'image'])(
  'a field of type %s is not',
  (type) => {
    expect(isKept({ ...field, type })).toBe(false)
  },
)

test.each(['cc-number', 'cc-exp', 'billing cc-name', 'new-password', 'current-password', 'one-time-code'])(
  'a field that browsers fill in as %s is not',
  (autoComplete) => {
    expect(isKept({ ...field, autoComplete })).toBe(false)
  },
)

test.each(['name', 'tel', 'email', 'off', 'street-address'])(
  'a field that browsers fill in as %s is kept',
  (autoComplete) => {
    expect(isKept({ ...field, autoComplete })).toBe(true)
  },
)

test.each([{ visible: false }, { readOnly: true }, { isPrivate: true }])('a field with %o is not', (fact) => {
  expect(isKept({ ...field, ...fact })).toBe(false)
})

import { expect, test } from 'vitest'
import { type FieldFacts, isKept, restorable } from './draftRules.ts'

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

const profile = { values: { name: 'New Name', phone: '409 555 0102' }, bases: { name: 'Old Name' } }
const form = (name: string, phone: string) => [
  { key: 'name', value: name },
  { key: 'phone', value: phone },
]

test('a form is restored as a whole, what stood in it before included', () => {
  expect(restorable(form('Old Name', ''), profile)).toEqual(new Map(Object.entries(profile.values)))
  expect(restorable(form('New Name', ''), profile)).toEqual(new Map([['phone', '409 555 0102']]))
  expect(restorable(form('', ''), { values: { name: 'Robin' }, bases: {} })).toEqual(
    new Map([['name', 'Robin']]),
  )
})

test.each([
  ['typed into before', form('R', '')],
  ['filled in with something newer', form('Newer Name', '')],
  ['filled in elsewhere', form('Old Name', '409 555 0199')],
])('a form that was %s is left alone, all of it', (_how, fields) => {
  expect(restorable(fields, profile)).toBeNull()
})

test('what was emptied by hand is emptied again', () => {
  const emptied = { values: { name: 'Old Name', phone: '' }, bases: { name: 'Old Name', phone: '4' } }
  expect(restorable(form('Old Name', '4'), emptied)).toEqual(new Map([['phone', '']]))
})

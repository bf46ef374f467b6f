import { expect, test } from 'vitest'
import { answersOf, careOf, careProblems } from './careAnswers.ts'

const rosa = { name: 'Rosa', phone: '(409) 555-0121', relation: 'Grandmother' }
const nothing = {
  medical_note: null,
  nothing_to_note: false,
  emergency_contacts: [],
  pickup_adults: [],
  updated_at: null,
  kept_days: 60,
}
const mia = {
  person: { id: 'mia', name: 'Mia', photo_consent: 'no' as const },
  care: { ...nothing, medical_note: 'Asthma', emergency_contacts: [rosa] },
}
const leo = { person: { id: 'leo', name: 'Leo', photo_consent: 'unasked' as const }, care: nothing }

test('begins with what is kept, and asks for what is not', () => {
  const values = answersOf([leo, mia])
  expect(values).toMatchObject({
    answers: { mia: { kind: 'note', note: 'Asthma', photos: 'no' }, leo: { kind: null } },
    contact_name: 'Rosa',
  })
  expect(Object.entries(careProblems(values)).filter(([, problem]) => problem)).toEqual([
    ['answers.leo', 'Please choose one.'],
  ])
  expect(careProblems(answersOf([leo]))).toMatchObject({ contact_name: 'Please enter the name.' })
})

test('keeps whom the family named before, with who is named now first', () => {
  const values = answersOf([leo, mia])
  const answered = {
    ...values,
    answers: { ...values.answers, leo: { kind: 'nothing' as const, note: 'x', photos: 'yes' } },
  }
  expect(careOf(leo, answered)).toEqual({
    medical_note: null,
    nothing_to_note: true,
    emergency_contacts: [{ ...rosa, relation: '' }],
    pickup_adults: [],
    photo_consent: 'yes',
  })
  expect(careOf(mia, answered)).toMatchObject({ medical_note: 'Asthma', emergency_contacts: [rosa] })
  const other = { ...answered, contact_name: 'Sam', contact_phone: '409 555 0100', pickup_name: 'Kim' }
  expect(careOf(mia, other)).toMatchObject({
    emergency_contacts: [{ name: 'Sam', phone: '409 555 0100', relation: '' }, rosa],
    pickup_adults: [{ name: 'Kim', phone: null }],
  })
})

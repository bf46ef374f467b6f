import { expect, test } from 'vitest'
import { askedCare, missingCareText } from './missingCare.ts'

test('says what is missing in one sentence, and nothing where it is all said', () => {
  expect(missingCareText(['emergency_contact', 'allergies'])).toBe('Emergency contact and allergies missing')
  expect(missingCareText(['emergency_contact'])).toBe('Emergency contact missing')
  expect(missingCareText(['allergies'])).toBe('Allergies missing')
  expect(missingCareText([])).toBeNull()
})

test('asks once, and whether it is still right only after half a year', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const said = (care_said_at: string | null) => askedCare({ missing_care: [], care_said_at }, now)
  expect(askedCare({ missing_care: ['allergies'], care_said_at: '2026-11-01T00:00:00Z' }, now)).toBe(
    'missing',
  )
  expect(said('2026-06-01T00:00:00Z')).toBeNull()
  expect(said('2026-05-29T00:00:00Z')).toBe('still right')
  // An adult of whom nothing is kept is not asked.
  expect(said(null)).toBeNull()
})

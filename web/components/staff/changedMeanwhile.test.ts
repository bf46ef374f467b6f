import { expect, test } from 'vitest'
import { ApiError } from '../../api/apiError.ts'
import { changedMeanwhileText } from './changedMeanwhile.ts'

const refused = (code: string, details?: unknown) =>
  new ApiError(409, { code, message: 'This was changed a moment ago.', details } as never)

test('What was changed in the meantime is a sentence, with who did it', () => {
  const details = {
    changed_by: 'the card payment',
    changed_at: '2026-11-21T18:00:00Z',
    changes: [
      { field: 'status', from: 'pending payment', to: 'paid' },
      { field: 'notes', from: null, to: 'Two bats' },
    ],
  }
  expect(changedMeanwhileText(refused('changed_meanwhile', details))).toBe(
    'The card payment just changed it: status not paid → paid; notes none → Two bats. Nothing was overwritten. Please look at it again.',
  )
})

test('Of several that are changed together the one that was changed is named', () => {
  const details = {
    changed_by: 'Olga Other',
    changed_at: '2026-11-21T18:00:00Z',
    changes: [{ field: 'notes', from: null, to: 'Two bats' }],
    refused: { id: '3f1c6a0e-0a43-4d5c-8a7b-0d6c7c6f0a11', name: 'Cage 3' },
  }
  expect(changedMeanwhileText(refused('changed_meanwhile', details))).toMatch(
    /^Olga Other just changed Cage 3: notes none → Two bats\./,
  )
})

test('Other refusals, and one that says nothing more, keep their own sentence', () => {
  expect(changedMeanwhileText(refused('changed_meanwhile'))).toBeNull()
  expect(changedMeanwhileText(refused('slots_taken', { slots: [] }))).toBeNull()
  expect(changedMeanwhileText(new Error('Failed'))).toBeNull()
})

import { expect, test } from 'vitest'
import { type ErrorCode, errors } from '../../../shared/contract/errors.ts'
import { ApiError } from '../../api/apiError.ts'
import { readLessonProblem } from './lessonProblem.ts'

const refusal = (code: ErrorCode) =>
  new ApiError(errors[code].status, { code, message: errors[code].message })

test.each([
  ['lesson_time_taken', true],
  ['no_free_cage', true],
  ['slot_in_past', true],
  ['guest_lessons_limit', false],
  ['price_changed', false],
] as const)('%s says its sentence, and whether another time must be chosen: %j', (code, timeGone) => {
  expect(readLessonProblem(refusal(code))).toEqual({
    message: errors[code].message,
    timeGone,
    unsure: false,
  })
})

test('without an answer the lesson may have been booked, and pressing again is safe', () => {
  const lost = new ApiError(0, { code: 'network', message: 'We couldn’t reach the server.' })
  expect(readLessonProblem(lost)).toEqual({
    message: 'We couldn’t reach the server. Pressing the button again can’t book you twice.',
    timeGone: false,
    unsure: true,
  })
})

import { expect, test } from 'vitest'
import { ApiError } from '../../api/apiError.ts'
import { seatsLeft, tooMany } from './seatsLeft.ts'
import { firstFew, shortSentence } from './shortOffer.ts'

const full = (code: string, details?: object) => new ApiError(409, { code, message: 'Full', details })

test.each([
  [full('camp_full', { spots_left: 2, asked: 3 }), 2],
  [full('class_session_full', { spots_left: 1, asked: 2 }), 1],
  [full('camp_full', { spots_left: 0, asked: 3 }), null],
  [full('camp_full', { spots_left: 3, asked: 3 }), null],
  [full('camp_full'), null],
  [full('already_registered', { spots_left: 1, asked: 2 }), null],
  [new TypeError('bug'), null],
])('of %o, %s still fit', (error, left) => {
  expect(seatsLeft(error)).toBe(left)
})

test('the sentences say how many', () => {
  expect(shortSentence(1, 2)).toBe('Only 1 spot is left, and you chose 2 people.')
  expect(shortSentence(2, 3)).toBe('Only 2 spots are left, and you chose 3 people.')
  expect(firstFew(2)).toBe('the first two')
  expect(tooMany(1, true)).toBe('Only 1 spot left. Choose one child.')
  expect(tooMany(2, false)).toBe('Only 2 spots left. Choose 2 people.')
  expect(tooMany(0, true)).toBe('No spots left.')
})

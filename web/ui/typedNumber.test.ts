import { expect, test } from 'vitest'
import { moneyText, readNumber } from './typedNumber.ts'

test.each([
  ['24', 24],
  ['24.', 24],
  ['24.5', 24.5],
  ['24.50', 24.5],
  ['.5', 0.5],
  ['0', 0],
  ['1,200', 1200],
  [' $1,250.00 ', 1250],
  ['$62.50', 62.5],
  ['15 %', 15],
])('“%s” is a number', (typed, number) => expect(readNumber(typed)).toBe(number))

test.each(['', ' ', '.', '1.2.3', '1,2', '12,00', '-5', 'free', '1e3', '0x10', 'Infinity'])(
  '“%s” is no number',
  (typed) => expect(readNumber(typed)).toBeNaN(),
)

test('shows dollars and cents, and nothing for no amount', () => {
  expect([24, 0.5, 1250, Number.NaN].map(moneyText)).toEqual(['24.00', '0.50', '1250.00', ''])
})

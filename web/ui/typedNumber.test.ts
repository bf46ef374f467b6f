import { expect, test } from 'vitest'
import { dollars } from '../../shared/contract/fields.ts'
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

test('every amount up to $1,000 passes as it is shown; parts of a cent do not', () => {
  for (let cents = 0; cents <= 100_000; cents++) {
    const shown = moneyText(cents / 100)
    if (!dollars.safeParse(readNumber(shown)).success) expect.fail(`${shown} is refused`)
  }
  for (const refused of ['24.555', '-1', '', 'free'])
    expect(dollars.safeParse(readNumber(refused)).error?.issues[0]?.message, refused).toBe(
      'Enter a price, like 24 or 24.50.',
    )
})

import { expect, test } from 'vitest'
import { dollars, moneyAmount } from '../../shared/contract/fields.ts'
import { moneyText, readNumber } from '../ui/typedNumber.ts'

test('every amount up to $1,000 passes as it is shown; parts of a cent do not', () => {
  for (let cents = 0; cents <= 100_000; cents++) {
    const shown = moneyText(cents / 100)
    if (!dollars.safeParse(readNumber(shown)).success) expect.fail(`${shown} is refused`)
  }
  for (const refused of ['24.555', '-1', '', 'free'])
    expect(dollars.safeParse(readNumber(refused)).error?.issues[0]?.message, refused).toBe(
      'Enter a price, like 24 or 24.50.',
    )
  expect(moneyAmount.safeParse(readNumber('')).error?.issues[0]?.message).toBe(
    'Enter an amount, like 24 or 24.50.',
  )
})

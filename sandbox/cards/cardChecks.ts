import { StripeProblem } from '../http/problem.ts'
import { declines } from './declines.ts'
import { type TestCard, testCardByNumber } from './testCards.ts'

/** A card as typed, digits as text. */
export interface TypedCard {
  readonly number: string
  readonly exp_month: string
  readonly exp_year: string
  readonly cvc?: string | undefined
}

export interface CheckedCard {
  readonly card: TestCard
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  readonly hasCvc: boolean
}

/**
 * Checks a typed card as Stripe does: number and check digit, expiry date, length of the security code.
 * length.
 *
 * @param now unix seconds.
 * @throws 402 `card_error` with Stripe's code and the field's name.
 */
export function checkCard(typed: TypedCard, now: number): CheckedCard {
  const number = typed.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number')
  }
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  const { expMonth, expYear } = checkExpiry(typed, now)
  const card = testCardByNumber(number)
  const { cvc } = typed
  if (cvc !== undefined && !(card?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  if (!card) {
    const { code, declineCode, message } = declines.notATestCard
    throw cardError(code, message, 'number', declineCode)
  }
  return { card, expMonth, expYear, hasCvc: cvc !== undefined }
}

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function checkExpiry(typed: TypedCard, now: number): { expMonth: number; expYear: number } {
  const expMonth = Number(typed.exp_month)
  if (!/^\d{1,2}$/.test(typed.exp_month) || expMonth < 1 || expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const today = new Date(now * 1000)
  const thisYear = today.getUTCFullYear()
  const expYear = Number(typed.exp_year) + (typed.exp_year.length === 2 ? 2000 : 0)
  if (!/^(\d{2}|\d{4})$/.test(typed.exp_year) || expYear < thisYear || expYear > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (expYear === thisYear && expMonth < today.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  return { expMonth, expYear }
}

const cardError = (code: string, message: string, param: string, declineCode?: string): StripeProblem =>
  new StripeProblem(402, {
    type: 'card_error',
    code,
    message,
    param,
    ...(declineCode ? { decline_code: declineCode } : {}),
  })

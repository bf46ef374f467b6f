import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  brandOf,
  cardProblems,
  enteredCard,
  formatCardNumber,
  formatExpiry,
  readExpiry,
} from './sandboxCard.ts'

const good = { number: '4242 4242 4242 4242', expiry: '12 / 29', cvc: '123', postalCode: '77701' }

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'Visa'],
    ['4242-4242-4', '4242 4242 4', 'Visa'],
    ['378282246310005', '3782 822463 10005', 'American Express'],
    ['5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
    ['2223003122003222', '2223 0031 2200 3222', 'Mastercard'],
    ['6011111111111117', '6011 1111 1111 1117', 'Discover'],
    ['42424242424242429999', '4242 4242 4242 4242', 'Visa'],
    ['3530111333300000', '3530 1113 3330 0000', 'JCB'],
    ['6205500000000000004', '6205 5000 0000 0000 004', 'UnionPay'],
    ['9', '9', ''],
  ])('%s is shown as %s', (typed, shown, brand) => {
    expect(formatCardNumber(typed)).toBe(shown)
    expect(brandOf(typed).name).toBe(brand)
  })

  it.each([
    ['', 'Please enter the card number.'],
    ['4242 4242', 'This card number is too short.'],
    ['4242 4242 4242 4241', 'This card number is not right. Please check each digit.'],
  ])('"%s" is told about', (number, sentence) => {
    expect(cardProblems({ ...good, number })).toEqual({ number: sentence })
  })
})

describe('an expiry date', () => {
  it.each([
    ['1', '1'],
    ['4', '04'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['12/29', '12 / 29'],
    ['12 / 2999', '12 / 29'],
    ['12 / ', '12'],
  ])('typed as "%s" is shown as "%s"', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))

  it('is a month and a full year', () => {
    expect(readExpiry('01 / 30')).toEqual({ month: 1, year: 2030 })
    expect(readExpiry('13 / 30')).toBeNull()
    expect(readExpiry('1 / 30')).toBeNull()
  })

  it.each([
    ['', 'Please enter the expiry date.'],
    ['13 / 29', 'Please enter the month and year as MM / YY.'],
    ['10 / 26', 'This card has expired.'],
    ['11 / 26', undefined],
    ['12 / 25', 'This card has expired.'],
    ['01 / 60', undefined],
  ])('"%s" in November 2026: %s', (expiry, sentence) => {
    expect(cardProblems({ ...good, expiry }).expiry).toBe(sentence)
  })
})

describe('the rest of a card', () => {
  it('has three digits on the back, or four on the front of an American Express', () => {
    expect(cardProblems({ ...good, cvc: '12' }).cvc).toBe(
      'Please enter the 3 digits on the back of the card.',
    )
    const amex = { ...good, number: '378282246310005' }
    expect(cardProblems(amex).cvc).toBe('Please enter the 4 digits on the front of the card.')
    expect(cardProblems({ ...amex, cvc: '1234' })).toEqual({})
  })

  it('has a ZIP code of five digits, or nine', () => {
    expect(cardProblems({ ...good, postalCode: '7770' }).postalCode).toMatch(/5 digits/)
    expect(cardProblems({ ...good, postalCode: '77701-1234' })).toEqual({})
  })

  it('is sent in digits', () => {
    expect(enteredCard(good)).toEqual({
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2029,
      cvc: '123',
      postalCode: '77701',
    })
  })
})

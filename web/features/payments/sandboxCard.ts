import { expiryProblem, readExpiry } from './cardExpiry.ts'
import { brandOf, cardNumberProblem, digitsOf } from './cardNumber.ts'
import type { EnteredCard } from './sandboxConfirmation.ts'

/** The sandbox's card form, as typed. */
export interface CardValues {
  number: string
  expiry: string
  cvc: string
  postalCode: string
}

export const emptyCard: CardValues = { number: '', expiry: '', cvc: '', postalCode: '' }

/** The fields from top to bottom: the first one that is wrong gets the focus. */
export const cardFieldOrder = ['number', 'expiry', 'cvc', 'postalCode'] as const

/** What is wrong with each field, in a sentence; nothing for those that are right. */
export function cardProblems(values: CardValues, now: Date): Partial<Record<keyof CardValues, string>> {
  const found = {
    number: cardNumberProblem(values.number),
    expiry: expiryProblem(values.expiry, now),
    cvc: cvcProblem(values),
    postalCode: postalCodeProblem(values.postalCode),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

/** The card to be sent, of values without problems. */
export function enteredCard({ number, expiry, cvc, postalCode }: CardValues): EnteredCard | null {
  const date = readExpiry(expiry)
  if (!date) return null
  return {
    number: digitsOf(number),
    expMonth: date.month,
    expYear: date.year,
    cvc: digitsOf(cvc),
    postalCode: postalCode.trim(),
  }
}

function cvcProblem({ number, cvc }: CardValues): string | null {
  const { cvcLength } = brandOf(number)
  const place = cvcLength === 4 ? 'the front' : 'the back'
  return digitsOf(cvc).length === cvcLength
    ? null
    : `Please enter the ${cvcLength} digits on ${place} of the card.`
}

/** A US ZIP code, with or without its last four digits. */
const postalCodeProblem = (postalCode: string): string | null =>
  /^\d{5}(-?\d{4})?$/.test(postalCode.trim()) ? null : 'Please enter the 5 digits of the ZIP code.'

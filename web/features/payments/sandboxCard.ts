import valid from 'card-validator'
import type { EnteredCard } from './sandboxConfirmation.ts'

/** The sandbox's card form, as typed. Stripe's form reads its own. */
export interface CardValues {
  number: string
  expiry: string
  cvc: string
  postalCode: string
}

export const emptyCard: CardValues = { number: '', expiry: '', cvc: '', postalCode: '' }

/** The digits of what was typed or pasted. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** A brand's name and look: after which digits its numbers have a gap, how many digits they and the security code have. */
interface CardBrand {
  readonly name: string
  readonly gaps: readonly number[]
  readonly mostDigits: number
  readonly cvcLength: number
}

/** The brands that Stripe takes, by the library's names. */
const acceptedTypes = ['visa', 'mastercard', 'american-express', 'discover', 'diners-club', 'jcb', 'unionpay']
const otherBrand: CardBrand = { name: '', gaps: [4, 8, 12], mostDigits: 16, cvcLength: 3 }

/** The brand that a number begins like; one without a name where Stripe takes none, or several begin so. */
export function brandOf(number: string): CardBrand {
  const { card } = valid.number(digitsOf(number))
  if (!card || !acceptedTypes.includes(card.type)) return otherBrand
  const { niceType: name, gaps, lengths, code, type } = card
  // Of the brands with numbers of up to 19 digits only UnionPay uses them.
  const mostDigits = Math.min(Math.max(...lengths), type === 'unionpay' ? 19 : 16)
  return { name, gaps, mostDigits, cvcLength: code.size }
}

/**
 * '4242424242424242' as on the card, '4242 4242 4242 4242'; digits too many for the brand are dropped. The library's gaps
 * end where 16 digits do.
 */
export function formatCardNumber(text: string): string {
  const { gaps, mostDigits } = brandOf(text)
  const digits = digitsOf(text).slice(0, mostDigits)
  const isGap = (index: number) => gaps.includes(index) || index === 16
  return [...digits].map((digit, index) => (isGap(index) ? ` ${digit}` : digit)).join('')
}

/** 'MM / YY' as it is typed: '1234' and '12/34' become '12 / 34', a first digit above 1 gets its zero. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** The month 1 … 12 and the full year of a complete expiry date; null for anything else. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text)
  const month = digits.slice(0, 2)
  if (digits.length !== 4 || !valid.expirationMonth(month).isValid) return null
  return { month: Number(month), year: 2000 + Number(digits.slice(2)) }
}

/** What is wrong with each field, in a sentence; nothing for those that are right. */
export function cardProblems(values: CardValues): Partial<Record<keyof CardValues, string>> {
  const found = {
    number: cardNumberProblem(values.number),
    expiry: expiryProblem(values.expiry),
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

function cardNumberProblem(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === '') return 'Please enter the card number.'
  const maxLength = brandOf(digits).mostDigits
  const { isValid, isPotentiallyValid } = valid.number(digits, { maxLength })
  if (isValid) return null
  return isPotentiallyValid
    ? 'This card number is too short.'
    : 'This card number is not right. Please check each digit.'
}

/** Years ahead; the provider takes no later date. */
const latestExpiry = 50

/** A card is good until the end of its month. */
function expiryProblem(text: string): string | null {
  if (digitsOf(text) === '') return 'Please enter the expiry date.'
  const expiry = readExpiry(text)
  if (!expiry) return 'Please enter the month and year as MM / YY.'
  return valid.expirationDate(expiry, latestExpiry).isValid ? null : 'This card has expired.'
}

function cvcProblem({ number, cvc }: CardValues): string | null {
  const { cvcLength } = brandOf(number)
  if (valid.cvv(digitsOf(cvc), cvcLength).isValid) return null
  return `Please enter the ${cvcLength} digits on ${cvcLength === 4 ? 'the front' : 'the back'} of the card.`
}

/** A US ZIP code, with or without its last four digits. */
const postalCodeProblem = (postalCode: string): string | null =>
  /^\d{5}(-?\d{4})?$/.test(postalCode.trim()) ? null : 'Please enter the 5 digits of the ZIP code.'

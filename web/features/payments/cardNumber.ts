/** Card numbers as people type them. Only the sandbox's form needs this: Stripe's reads its own. */
export interface CardBrand {
  readonly name: string
  /** How many digits a number of the brand has. */
  readonly lengths: readonly number[]
  /** How the digits are grouped on the card. */
  readonly groups: readonly number[]
  readonly cvcLength: 3 | 4
}

const fours = [4, 4, 4, 4]
const brands: readonly (CardBrand & { readonly starts: RegExp })[] = [
  { name: 'Visa', starts: /^4/, lengths: [16], groups: fours, cvcLength: 3 },
  {
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: fours,
    cvcLength: 3,
  },
  { name: 'American Express', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { name: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16], groups: fours, cvcLength: 3 },
  { name: 'Diners Club', starts: /^3(0[0-5]|[689])/, lengths: [14], groups: [4, 6, 4], cvcLength: 3 },
  { name: 'JCB', starts: /^35(2[89]|[3-8])/, lengths: [16], groups: fours, cvcLength: 3 },
  { name: 'UnionPay', starts: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvcLength: 3 },
]
const otherBrand: CardBrand = { name: '', lengths: [16], groups: fours, cvcLength: 3 }

/** The digits of what was typed or pasted. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The brand that a number begins like; one without a name where no brand does. */
export function brandOf(number: string): CardBrand {
  const digits = digitsOf(number)
  return brands.find(({ starts }) => starts.test(digits)) ?? otherBrand
}

/** '4242424242424242' as on the card, '4242 4242 4242 4242'; digits too many for the brand are dropped. */
export function formatCardNumber(text: string): string {
  const { groups, lengths } = brandOf(text)
  const digits = digitsOf(text).slice(0, Math.max(...lengths))
  const parts: string[] = []
  let start = 0
  for (const length of groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + length))
    start += length
  }
  return parts.join(' ')
}

/** What is wrong with a card number, or null. */
export function cardNumberProblem(text: string): string | null {
  const digits = digitsOf(text)
  if (digits === '') return 'Please enter the card number.'
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) return 'This card number is too short.'
  return lengths.includes(digits.length) && passesLuhn(digits)
    ? null
    : 'This card number is not right. Please check each digit.'
}

/** The check digit of ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

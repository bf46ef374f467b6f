import { digitsOf } from './cardNumber.ts'

/** 'MM / YY' as it is typed: '1234' and '12/34' become '12 / 34', a first digit above 1 gets its zero. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** The month 1 … 12 and the full year of a complete expiry date; null for anything else. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return null
  return { month, year: 2000 + Number(digits.slice(2)) }
}

/** What is wrong with an expiry date, or null. A card is good until the end of its month, wherever one is. */
export function expiryProblem(text: string, now: Date): string | null {
  if (digitsOf(text) === '') return 'Please enter the expiry date.'
  const expiry = readExpiry(text)
  if (!expiry) return 'Please enter the month and year as MM / YY.'
  const monthsLeft = (expiry.year - now.getUTCFullYear()) * 12 + expiry.month - 1 - now.getUTCMonth()
  return monthsLeft < 0 ? 'This card has expired.' : null
}

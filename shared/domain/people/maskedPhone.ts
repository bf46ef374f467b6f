/**
 * A phone number of which only the last four digits can be read: '(409) 555-0177' becomes '(•••) •••-0177'. A coach tells
 * people with the same name apart by it (decision 32).
 */
export function maskedPhone(phone: string): string
export function maskedPhone(phone: string | null): string | null
export function maskedPhone(phone: string | null): string | null {
  if (phone === null) return null
  const digits = phone.match(/\d/g)?.length ?? 0
  let seen = 0
  return phone.replace(/\d/g, (digit) => {
    seen += 1
    return seen > digits - shownDigits ? digit : '•'
  })
}

const shownDigits = 4

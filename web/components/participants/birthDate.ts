/** A birth date as it is typed: month/day/year, with the slashes written for the person. */

/** The typed text in the form MM/DD/YYYY, as far as it goes. `before` is the text until now: deleting adds no slashes. */
export function formatTyped(text: string, before = ''): string {
  const [, year, month, date] = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text) ?? []
  if (year) return `${month}/${date}/${year}`
  const deleting = text.length < before.length
  const parts = text.split(/\D+/)
  // What was typed without slashes is cut where they belong.
  const digits = parts.map((part, index) => padded(part, index, index < parts.length - 1, deleting)).join('')
  const cut = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].map((part, index) =>
    padded(part, index, false, deleting),
  )
  const shown = cut.filter((part) => part !== '').join('/')
  const ended = !deleting && (shown.length === 2 || shown.length === 5)
  return ended ? `${shown}/` : shown
}

/** A month above 1 and a date above 3 cannot get another digit: a zero is put before them. */
function padded(part: string, index: number, ended: boolean, deleting: boolean): string {
  const highest = [1, 3][index]
  if (highest === undefined || part.length !== 1 || deleting) return part
  return ended || Number(part) > highest ? `0${part}` : part
}

/** The typed birth date as a day `yyyy-MM-dd`; null for text that is no date of the last 120 years or so. */
export function readTyped(text: string): string | null {
  const [, month = '', date = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? []
  if (!year || Number(year) < 1900) return null
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  const isReal = found.getUTCMonth() === Number(month) - 1 && found.getUTCDate() === Number(date)
  return isReal ? `${year}-${month}-${date}` : null
}

/** A day `yyyy-MM-dd` as it is typed. */
export function typedDay(day: string | null): string {
  const [year, month, date] = day?.split('-') ?? []
  return year ? `${month}/${date}/${year}` : ''
}

/**
 * What is wrong with a typed birth date, or null.
 *
 * @param today the facility day.
 */
export function birthDateProblem(text: string, today: string, required: boolean): string | null {
  if (!text.trim()) return required ? 'Please enter the birth date.' : null
  const day = readTyped(text)
  if (!day) return 'Please enter month, day and year, such as 03/09/2016.'
  return day > today ? 'A birth date cannot be in the future.' : null
}

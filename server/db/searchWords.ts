import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A word of a search as patterns for LIKE, for text that has a blank at either end. */
export interface SearchWord {
  /** For `people_index.search`: anywhere in name, e-mail or phone; one or two letters only where a word begins. */
  readonly people: string
  /** For the names of cages, coaches and classes: a number is the whole number, so that 'cage 1' is not Cage 12. */
  readonly items: string
}

const MOST_WORDS = 8
const PHONE = /^[\d\s().+-]{7,}$/

/**
 * The words of a search: all of them have to match. Punctuation of phone numbers does not count, and neither does
 * what has no letter or digit.
 *
 * @returns null for no search at all; an empty list where nothing can be found by what was typed.
 */
export function searchWords(query: string | undefined): readonly SearchWord[] | null {
  if (query === undefined || query.trim() === '') return null
  const typed = query.trim()
  if (PHONE.test(typed)) {
    const digits = digitsOf(typed)
    // The country code is not part of a number as it is kept.
    if (digits.length >= 7) return [wordOf(digits.length === 11 ? digits.replace(/^1/, '') : digits)]
  }
  const words = typed.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].slice(0, MOST_WORDS).map(wordOf)
}

function wordOf(word: string): SearchWord {
  // '(409)' and '555-0123' are parts of a phone number, '12-24' may be.
  const text = /^[\d().+-]+$/.test(word) ? digitsOf(word) : word
  const literal = searchText(text).replace(/[\\%_]/g, '\\$&')
  const number = /^\d+$/.test(text)
  const short = [...foldText(text)].length < 3
  const whole = `% ${literal} %`
  // One or two digits begin half of all phone numbers.
  const people = !short ? `%${literal}%` : number ? whole : `% ${literal}%`
  return { people, items: number ? whole : people }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' }

const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđħŧı]/g, (letter) => PLAIN[letter] ?? letter)

/** Text as `search_text` of the database has it. Done here, because PostgreSQL would do it again for each row. */
export const searchText = (text: string): string =>
  foldText(text).replace(/[^\0-\x7f]/gu, (letter) => `u${letter.codePointAt(0)?.toString(16)}`)

/**
 * Keeps a statement from being prepared (`preparedStatements.ts` passes over an asterisk): the right plan depends on the
 * words, and each number of words makes another statement.
 */
export const plannedAnew: RawBuilder<unknown> = sql.raw('/* planned anew */')

/** Whether a text, such as `people_index.search`, has a word. */
export const hasWord = (text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
  sql`${text} like ${pattern} ${plannedAnew}`

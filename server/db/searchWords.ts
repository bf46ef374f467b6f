/** A word of a search as patterns for LIKE, before `fold_text`; both match against text with a blank at either end. */
export interface SearchWord {
  /** Matches people: anywhere in name, e-mail or phone; one or two characters only where a word begins. */
  readonly people: string
  /** Matches what is booked: like `people`, but a number is the whole number, so that 'cage 1' is not Cage 12. */
  readonly items: string
}

const MOST_WORDS = 8
const ACCENTS = /[\u0300-\u036f]/g
const PHONE = /^[\d\s().+-]{7,}$/

/**
 * The words of a search: all of them have to match. Punctuation of phone numbers does not count, and neither does
 * what has no letter or digit.
 *
 * @returns null for no search at all; an empty list where nothing can be found by what was typed.
 */
export function searchWords(query: string | undefined): readonly SearchWord[] | null {
  if (query === undefined || query.trim() === '') return null
  // PostgreSQL's texts cannot contain NUL.
  const typed = query.replaceAll('\0', ' ').normalize('NFD').replace(ACCENTS, '').trim()
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
  const literal = text.replace(/[\\%_]/g, '\\$&')
  const people = [...text].length < 3 ? `% ${literal}%` : `%${literal}%`
  return { people, items: /^\d+$/.test(text) ? `% ${literal} %` : people }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

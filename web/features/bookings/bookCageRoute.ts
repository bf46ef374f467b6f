import { addDays } from '../../../shared/domain/time.ts'

/** What the address of /book-cage says: the shown facility day, or nothing for the initial day. */
export interface BookCageSearch {
  date?: string | undefined
}

/**
 * Reads `?date=`; anything but a real `yyyy-MM-dd` counts as not given. It is then named as undefined: the router keeps
 * what the address says of a key that is left out.
 */
export function readBookCageSearch(search: Record<string, unknown>): BookCageSearch {
  const { date } = search
  return { date: typeof date === 'string' && isDay(date) ? date : undefined }
}

function isDay(text: string): boolean {
  try {
    return addDays(text, 0) === text
  } catch {
    return false
  }
}

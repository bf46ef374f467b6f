import { readDay } from '../../components/searchValues.ts'
import { type SessionLength, sessionLengths, usualLength } from '../cages/sessionLengths.ts'

/** What the address of /book-cage says. */
export interface BookCageSearch {
  /** The shown facility day, or nothing for the initial day. */
  date?: string | undefined
  /** How a phone shows the day: by cage, which is what it does unless told, or by time. */
  view?: 'cages' | 'times' | undefined
  /** The length that the times are shown for; an hour unless told. */
  length?: SessionLength | undefined
}

/**
 * Reads `?date=`, `?view=` and `?length=`. What cannot be read counts as not given and is named as undefined: the router
 * keeps what the address says of a key that is left out.
 */
export const readBookCageSearch = ({ date, view, length }: Record<string, unknown>): BookCageSearch => ({
  date: readDay(date),
  view: view === 'times' || view === 'cages' ? view : undefined,
  length: sessionLengths.find((minutes) => minutes === length),
})

/**
 * Keeps how the day is shown on the way to another one, and leaves the usual out of the address: a link that changes it
 * says `view: 'cages'` or the usual length.
 */
export function keepView({
  search,
  next,
}: {
  search: BookCageSearch
  next: (search: BookCageSearch) => BookCageSearch
}): BookCageSearch {
  // On the way from another page it is that page's.
  const shown = readBookCageSearch({ ...search })
  const wanted = next(search)
  const view = wanted.view ?? shown.view
  const length = wanted.length ?? shown.length
  return {
    ...wanted,
    view: view === 'cages' ? undefined : view,
    length: length === usualLength ? undefined : length,
  }
}

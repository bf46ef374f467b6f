import { z } from 'zod'
import type { ListedBooking } from '../../../shared/contract/bookingLists.ts'
import type { BookingStatus } from '../../../shared/contract/bookings.ts'
import type { PageQuery } from '../../../shared/contract/page.ts'
import type { Db } from '../../db/database.ts'
import { type Key, openPage, type Page } from '../../db/keyset.ts'
import { searchWords } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { readGroups } from './bookingEntries.ts'
import { type Part, type Place, placesOf, placesOfPeople, placesWalked } from './bookingPositions.ts'
import { type Found, findPeopleAndItems } from './findPeopleAndItems.ts'

export type BookingQuery = PageQuery & { status_filter?: BookingStatus | undefined }

/** A place in the whole list. */
interface ListPlace extends Place {
  readonly past: boolean
}

// The moment that divides upcoming from past stays that of the first page.
const keySchemas = [z.int(), z.literal([0, 1]), z.int(), z.guid()]
const keyOf = (asOf: number, { past, startsAt, group }: ListPlace): Key => [
  asOf,
  past ? 1 : 0,
  startsAt,
  group,
]

/**
 * What a search may cost. Up to so many people are looked up one by one. Where more match, the search goes along the list:
 * so many entries in a walk, and so many walks before the page ends short.
 */
const BOUNDS = { people: 5_000, stride: 5_000, walks: 2 }

/**
 * A page of all bookings: upcoming ones, soonest first, then past ones, latest first (spec 3 §2). All words of the search
 * are in the customer's name, e-mail or phone or in the names of cage, coach and class.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function listBookings(
  db: Db,
  query: BookingQuery,
  now: Date,
  bounds = BOUNDS,
): Promise<Page<ListedBooking> | Refusal> {
  const start = openPage('bookings', keySchemas, query)
  if (start instanceof Refusal) return start
  const [asOf = now.getTime() * 1000, past = 0, startsAt = 0, group = ''] = (start.after ?? []) as [
    number?,
    number?,
    number?,
    string?,
  ]
  const after = start.after ? { past: past === 1, startsAt, group } : null
  const wanted = start.offset + start.size + 1
  const { places, upTo } = await findPlaces(db, query, { asOf, after, wanted, bounds })
  const shown = places.slice(start.offset, start.offset + start.size)
  const last = shown.at(-1)
  const next = places.length === wanted && last ? last : upTo
  return {
    items: await readGroups(db, shown),
    cursor: next ? start.cursorAfter(keyOf(asOf, next)) : null,
  }
}

interface Span {
  readonly asOf: number
  readonly after: ListPlace | null
  readonly wanted: number
  readonly bounds: typeof BOUNDS
}

/** At most `wanted` places after a place; `upTo` where the search stopped at its bound and not at the list's end. */
async function findPlaces(
  db: Db,
  { search_query, status_filter: status }: BookingQuery,
  { asOf, after, wanted, bounds }: Span,
): Promise<{ places: ListPlace[]; upTo: ListPlace | null }> {
  const words = searchWords(search_query)
  if (words?.length === 0) return { places: [], upTo: null }
  const found = words && (await findPeopleAndItems(db, words, bounds.people))
  const places: ListPlace[] = []
  let walks = 0
  for (const past of [false, true]) {
    if (after?.past && !past) continue
    let from: Place | null = after?.past === past ? after : null
    for (;;) {
      const part: Part = { past, asOf, after: from, status, limit: wanted - places.length }
      const step = await nextPlaces(db, part, found, bounds.stride)
      places.push(...step.places.map((place) => ({ ...place, past })))
      if (places.length === wanted) return { places, upTo: null }
      if (!step.upTo) break
      walks += 1
      if (walks === bounds.walks) return { places, upTo: { ...step.upTo, past } }
      from = step.upTo
    }
  }
  return { places, upTo: null }
}

async function nextPlaces(
  db: Db,
  part: Part,
  found: Found | null,
  stride: number,
): Promise<{ places: Place[]; upTo: Place | null }> {
  if (!found) return { places: await placesOf(db, part), upTo: null }
  if (found.people === null) return placesWalked(db, part, found, stride)
  return { places: await placesOfPeople(db, part, found), upTo: null }
}

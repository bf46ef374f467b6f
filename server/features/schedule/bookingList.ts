import { z } from 'zod'
import type { BookingTotals, ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import type { PageQuery } from '../../../shared/contract/page.ts'
import type { Db } from '../../db/database.ts'
import type { InstantSpan } from '../../db/dayRange.ts'
import { type Key, openPage, type Page } from '../../db/keyset.ts'
import { searchWords } from '../../db/searchWords.ts'
import { Refusal } from '../../refusal.ts'
import { groupsAt, readGroups, sumGroups } from './bookingEntries.ts'
import {
  type EntryFilter,
  groupsOf,
  type Part,
  type Position,
  positionsOf,
  positionsOfPeople,
  walkPositions,
} from './bookingPositions.ts'
import { type Found, findPeopleAndItems } from './findPeopleAndItems.ts'

export type BookingQuery = PageQuery & {
  status_filter?: BookingStatus | undefined
  kind?: EntryFilter['kind']
  cage_id?: string | undefined
  coach_id?: string | undefined
  /** Only what is over or under way, or only what is to come. */
  when?: 'upcoming' | 'past' | undefined
  span?: InstantSpan | undefined
}

/** A position in the whole list. */
interface ListPosition extends Position {
  readonly past: boolean
}

// The moment that divides upcoming from past stays that of the first page.
const keySchemas = [z.int(), z.literal([0, 1]), z.int(), z.guid()]
const keyOf = (asOf: number, { past, startsAt, group }: ListPosition): Key => [
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
  const { positions, upTo } = await findPositions(db, query, { asOf, after, wanted, bounds })
  const shown = positions.slice(start.offset, start.offset + start.size)
  const last = shown.at(-1)
  const next = positions.length === wanted && last ? last : upTo
  return {
    items: await readGroups(db, shown),
    cursor: next ? start.cursorAfter(keyOf(asOf, next)) : null,
  }
}

/** So many rows are added up; of more, someone has to choose days first. The days of a month are always added up. */
const MOST_ADDED_UP = 2_500
const monthMs = 32 * 86_400_000

/** How many rows the list has for this query, and their money; null where they are too many to add up. */
export async function readBookingTotals(
  db: Db,
  query: BookingQuery,
  now: Date,
  most = MOST_ADDED_UP,
): Promise<BookingTotals | null> {
  if (searchWords(query.search_query) === null) {
    const filter = filterOf(query)
    const { start, end } = parted(filter.span, query.when, now)
    const isShort = start && end && end.getTime() - start.getTime() < monthMs
    const sums = await sumGroups(db, groupsOf({ ...filter, span: { start, end } }, isShort ? null : most + 1))
    return isShort || sums.count <= most ? sums : null
  }
  const span = { asOf: now.getTime() * 1000, after: null, wanted: most + 1, bounds: BOUNDS }
  const { positions, upTo } = await findPositions(db, query, span)
  return positions.length > most || upTo ? null : sumGroups(db, groupsAt(positions))
}

/** Of the span only what is past, or only what is to come. */
function parted({ start, end }: InstantSpan, when: BookingQuery['when'], now: Date): InstantSpan {
  if (when === 'past') return { start, end: end && end < now ? end : now }
  return when === 'upcoming' ? { start: start && start > now ? start : now, end } : { start, end }
}

const filterOf = ({ status_filter, kind, cage_id, coach_id, span }: Omit<BookingQuery, 'page_size'>) => ({
  ...{ status: status_filter, kind, cageId: cage_id, coachId: coach_id },
  span: span ?? { start: null, end: null },
})

interface Span {
  readonly asOf: number
  readonly after: ListPosition | null
  readonly wanted: number
  readonly bounds: typeof BOUNDS
}

/** At most `wanted` positions after a position; `upTo` where the search stopped at its bound and not at the list's end. */
async function findPositions(
  db: Db,
  query: Omit<BookingQuery, 'page_size'>,
  { asOf, after, wanted, bounds }: Span,
): Promise<{ positions: ListPosition[]; upTo: ListPosition | null }> {
  const words = searchWords(query.search_query)
  if (words?.length === 0) return { positions: [], upTo: null }
  const { when } = query
  const filter = filterOf(query)
  const found = words && (await findPeopleAndItems(db, words, bounds.people))
  const positions: ListPosition[] = []
  let walks = 0
  for (const past of [false, true]) {
    if (when && (when === 'past') !== past) continue
    if (after?.past && !past) continue
    let from: Position | null = after?.past === past ? after : null
    for (;;) {
      const part: Part = { past, asOf, after: from, filter, limit: wanted - positions.length }
      const step = await nextPositions(db, part, found, bounds.stride)
      positions.push(...step.positions.map((position) => ({ ...position, past })))
      if (positions.length === wanted) return { positions, upTo: null }
      if (!step.upTo) break
      walks += 1
      if (walks === bounds.walks) return { positions, upTo: { ...step.upTo, past } }
      from = step.upTo
    }
  }
  return { positions, upTo: null }
}

async function nextPositions(
  db: Db,
  part: Part,
  found: Found | null,
  stride: number,
): Promise<{ positions: Position[]; upTo: Position | null }> {
  if (!found) return { positions: await positionsOf(db, part), upTo: null }
  if (found.people === null) return walkPositions(db, part, found, stride)
  return { positions: await positionsOfPeople(db, part, found), upTo: null }
}

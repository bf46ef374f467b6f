import type { StaffMembership } from '../../../shared/contract/memberships/staffMemberships.ts'
import { memberStates } from '../../../shared/domain/memberships/memberLife.ts'
import type { WallClock } from '../../../shared/domain/time/wallClock.ts'
import type { Db } from '../../db/database.ts'
import { everyPage } from '../../db/keyset.ts'
import type { CsvColumns } from '../../http/answers/csvDownload.ts'
import { readMemberships } from './staffList.ts'

/** Rows in a batch of the file. */
const BATCH = 2_000

type Filters = Pick<Parameters<typeof readMemberships>[1], 'search_query' | 'state'>

/** All memberships that the list finds, in its order. */
export const allMemberships = (db: Db, query: Filters) =>
  everyPage((cursor) => readMemberships(db, { ...query, page_size: BATCH, cursor }))

/** The columns of the file; days are the facility's, amounts dollars. */
export function membershipColumns(wallClock: (instant: string) => WallClock): CsvColumns<StaffMembership> {
  const day = (instant: string | null | undefined) => (instant ? wallClock(instant).day : null)
  return [
    ['Name', ({ name }) => name],
    ['Email', ({ email }) => email],
    ['Phone', ({ phone }) => phone],
    ['State', ({ state }) => memberStates[state].label],
    ['Since', ({ since }) => day(since)],
    ['Monthly price', ({ monthly_price }) => monthly_price?.toFixed(2) ?? null],
    ['Next charge', ({ next_charge }) => day(next_charge?.at)],
    ['Next amount', ({ next_charge }) => next_charge?.amount.toFixed(2) ?? null],
    ['Owed', ({ owed }) => owed.toFixed(2)],
    ['Ends', ({ ends_at }) => day(ends_at)],
    ['Frozen from', ({ freeze }) => day(freeze?.from)],
    ['Frozen until', ({ freeze }) => day(freeze?.until)],
    ['Card', ({ card }) => (card ? `${card.brand} ${card.last4}` : null)],
    ['ID', ({ id }) => id],
  ]
}

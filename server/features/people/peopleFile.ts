import type { WallClock } from '../../../shared/domain/wallClock.ts'
import type { Db } from '../../db/database.ts'
import { everyPage } from '../../db/keyset.ts'
import type { CsvColumns } from '../../http/csvDownload.ts'
import { listPeople, type PeopleQuery, type PersonRow } from './peopleList.ts'

const BATCH = 2_000

/** All accounts that the list finds, in its order. */
export const allPeople = (db: Db, query: Pick<PeopleQuery, 'search_query' | 'role' | 'sort'>) =>
  everyPage((cursor) => listPeople(db, { ...query, page_size: BATCH, cursor }))

/** The columns of the file. Children are not in it: who takes a list of customers along needs no names of theirs. */
export const peopleColumns = (wallClock: (instant: Date) => WallClock): CsvColumns<PersonRow> => [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Role', ({ role }) => role],
  ['Joined', ({ created_at }) => wallClock(created_at).day],
  ['ID', ({ id }) => id],
]

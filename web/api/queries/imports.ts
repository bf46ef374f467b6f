import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ImportOutcome, PersonImport } from '../../../shared/contract/people/imports.ts'
import { call } from '../call.ts'
import { touches } from '../touches.ts'
import { settingsKey } from './settings.ts'

const importsKey = [...settingsKey, 'imports']
/** While a worker is on it; also after a tab was closed, or the server started again. */
const ASKED_EVERY = 1_000

const isUnderWay = ({ state }: Pick<PersonImport, 'state'>) => state.endsWith('ing')

/** The newest imports. */
export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: ({ signal }) => call('GET /api/admin/imports', {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.imports.some(isUnderWay) ? ASKED_EVERY : false),
})

/** One import, and how far it is. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/imports/:import_id', { import_id: id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASKED_EVERY : false),
  })

/** What becomes of its rows; asked again when its state or its columns are others. */
export const importRowsQuery = ({ id, state, columns }: PersonImport, outcome: ImportOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: [...importsKey, 'rows', id, state, columns, outcome],
    queryFn: ({ pageParam: after, signal }) =>
      call(
        'GET /api/admin/imports/:import_id/rows',
        { import_id: id, after, ...(outcome && { outcome }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

/** What was imported or undone is on many screens of staff. */
export const refreshImports = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([importsKey, ...touches.users].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ImportOutcome, PersonImport } from '../../../shared/contract/people/imports.ts'
import { call } from '../call.ts'
import { read } from '../read.ts'

/** While a worker is on it; also after a tab was closed, or the server started again. */
const ASKED_EVERY = 1_000

const isUnderWay = ({ state }: Pick<PersonImport, 'state'>) => state.endsWith('ing')

/** The newest imports. */
export const importsQuery = queryOptions({
  ...read('GET /api/admin/imports'),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.imports.some(isUnderWay) ? ASKED_EVERY : false),
})

/** One import, and how far it is. */
export const importQuery = (import_id: string) =>
  queryOptions({
    ...read('GET /api/admin/imports/:import_id', { import_id }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASKED_EVERY : false),
  })

/** What becomes of its rows; asked again when its state or its columns are others. */
export const importRowsQuery = ({ id, state, columns }: PersonImport, outcome: ImportOutcome | undefined) => {
  const rows = { import_id: id, outcome }
  return infiniteQueryOptions({
    queryKey: [...read('GET /api/admin/imports/:import_id/rows', rows).queryKey, state, columns],
    queryFn: ({ pageParam: after, signal }) =>
      call('GET /api/admin/imports/:import_id/rows', { ...rows, after }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
}

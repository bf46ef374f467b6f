import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ImportOutcome, PersonImport } from '../../../shared/contract/people/imports.ts'
import { api, apiFetch, problemOf, unwrap } from '../client.ts'
import type { Once } from '../useAttempt.ts'
import { refreshUsers } from './people.ts'
import { settingsKey } from './settings.ts'

const importsKey = [...settingsKey, 'imports']
/** While a worker is on it; also after a tab was closed, or the server started again. */
const ASKED_EVERY = 1_000

const isUnderWay = ({ state }: Pick<PersonImport, 'state'>) => state.endsWith('ing')

/** The newest imports. */
export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.admin.imports.$get({}, { init: { signal } })),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.imports.some(isUnderWay) ? ASKED_EVERY : false),
})

/** One import, and how far it is. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.admin.imports[':import_id'].$get({ param: { import_id: id } }, { init: { signal } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASKED_EVERY : false),
  })

/** What becomes of its rows; asked again when its state or its columns are others. */
export const importRowsQuery = ({ id, state, columns }: PersonImport, outcome: ImportOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: [...importsKey, 'rows', id, state, columns, outcome],
    queryFn: ({ pageParam: after, signal }) =>
      unwrap(
        api.admin.imports[':import_id'].rows.$get(
          { param: { import_id: id }, query: { after, ...(outcome && { outcome }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

/** What was imported or undone is on many screens of staff. */
export const refreshImports = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: importsKey }), refreshUsers(queryClient)])

/** A file, or what was pasted. The contract's client sends only JSON, so the bytes are sent here. */
export async function uploadImport(
  { source, content }: { source: string; content: Blob },
  once: Once,
): Promise<PersonImport> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join('.')
  const response = await apiFetch(`/api/admin/imports?${new URLSearchParams({ source })}`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'text/csv', ...once({ source, digest }).headers },
  })
  if (!response.ok) throw await problemOf(response)
  return response.json()
}

import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/** What the desk's search field finds. Nothing of it is kept: the next person at a shared desk sees no earlier search. */
export const staffSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'search', search],
    queryFn: ({ signal }) =>
      unwrap(api.admin.search.$get({ query: { search_query: search } }, { init: { signal } })),
    enabled: search !== '',
    gcTime: 0,
  })

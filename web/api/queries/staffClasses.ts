import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

/** The queries of classes on staff pages. */
const staffClassesKey = ['staff', 'classes']

export type ShownClasses = 'current' | 'ended' | 'all'

interface ClassSearch {
  search?: string | undefined
  /** Those that have not ended by default. */
  show?: ShownClasses | undefined
}

/** Classes by name, page by page, each by the cursor of the one before it. */
export const staffClassesQuery = ({ search, show = 'current' }: ClassSearch) =>
  infiniteQueryOptions({
    queryKey: [...staffClassesKey, 'list', { search, show }],
    queryFn: ({ pageParam, signal }) => {
      const query = { show, ...(search && { search_query: search }), ...(pageParam && { cursor: pageParam }) }
      return call('GET /api/admin/classes', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** One class with all that an admin may change. */
export const staffClassQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffClassesKey, 'class', id],
    queryFn: ({ signal }) => call('GET /api/admin/classes/:id', { id }, { signal }),
    staleTime: 0,
  })

/** After a class or its sessions were changed; bookings and the schedule show them too. */
export const refreshStaffClasses = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['staff'] })

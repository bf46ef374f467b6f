import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

/** The queries of users on staff pages. */
const usersKey = ['staff', 'users']

interface UserSearch {
  search?: string | undefined
  role?: 'user' | 'coach' | 'desk' | 'admin' | undefined
  sort?: 'newest' | 'name' | undefined
  /** Users per page; 15 by default (spec 3 §9). */
  size?: number
}

/** Users, page by page, each by the cursor of the one before it. */
export const usersQuery = ({ search, role, sort, size = 15 }: UserSearch) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, 'list', { search, role, sort, size }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        page_size: size,
        ...(search && { search_query: search }),
        ...(role && { role }),
        ...(sort && { sort }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/users', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** One user with membership, bookings and payments. */
export const userDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'details', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:user_id_param', { user_id_param: id }, { signal }),
    staleTime: 0,
  })

/** What deleting a user would do now. Not among `usersKey`: once the user is deleted there is nothing to ask for. */
export const userDeletionQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'user-deletion', id],
    queryFn: ({ signal }) => call('GET /api/admin/users/:user_id/deletion', { user_id: id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** After a user was changed: all that is on screen of users is asked for again. */
export const refreshUsers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: usersKey })

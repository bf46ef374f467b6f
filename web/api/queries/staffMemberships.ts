import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MemberState } from '../../../shared/domain/memberships/memberLife.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** The queries of memberships on staff pages. */
export const staffMembershipsKey = [...queryKeys.staff, 'memberships']

interface MembershipSearch {
  search?: string | undefined
  state?: MemberState | undefined
}

/** Memberships, page by page, each by the cursor of the one before it. */
export const staffMembershipsQuery = ({ search, state }: MembershipSearch) =>
  infiniteQueryOptions({
    queryKey: [...staffMembershipsKey, 'list', { search, state }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(search && { search_query: search }),
        ...(state && { state }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/memberships', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** How many members there are, founders spots, and the price for new members. */
export const membershipFiguresQuery = queryOptions({
  queryKey: [...staffMembershipsKey, 'figures'],
  queryFn: ({ signal }) => call('GET /api/admin/memberships/figures', {}, { signal }),
})

/** One membership with its payments and what could be done with it now. */
export const membershipDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffMembershipsKey, 'details', id],
    queryFn: ({ signal }) =>
      call('GET /api/admin/memberships/:membership_id', { membership_id: id }, { signal }),
    staleTime: 0,
  })

/** A change may have written payments and refunds too. */
export const refreshAfterMembershipChange = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.staff })

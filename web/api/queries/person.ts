import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MergePair } from '../../../shared/contract/people/merges.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'
import { refreshUsers } from './people.ts'

/** All of one person, below one key: what is changed of a person is asked for again as a whole. */
const personKey = (id: string) => [...queryKeys.staff, 'people', id]

/** The head of a person's page. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'page'],
    queryFn: ({ signal }) => call('GET /api/admin/people/:user_id', { user_id: id }, { signal }),
    staleTime: 0,
  })

const pages = { initialPageParam: '', getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor }

/** What the person and their people have booked. */
export const personBookingsQuery = (id: string, when: 'upcoming' | 'past') =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'bookings', when],
    queryFn: ({ pageParam, signal }) => {
      const query = { when, ...(pageParam && { cursor: pageParam }) }
      return call('GET /api/admin/people/:user_id/bookings', { user_id: id, ...query }, { signal })
    },
    ...pages,
  })

/** The person's payments, from the list of all payments. */
export const personPaymentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'payments'],
    queryFn: ({ pageParam, signal }) => {
      const query = { user_id: id, ...(pageParam && { cursor: pageParam }) }
      return call('GET /api/admin/payments', query, { signal })
    },
    ...pages,
  })

/** What was mailed to the person. */
export const personMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...personKey(id), 'messages'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? { cursor: pageParam } : {}
      return call('GET /api/admin/people/:user_id/messages', { user_id: id, ...query }, { signal })
    },
    ...pages,
  })

/** The person and the people whom they look after. */
export const personParticipantsQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'participants'],
    queryFn: ({ signal }) => call('GET /api/admin/people/:user_id/participants', { user_id: id }, { signal }),
  })

/** Other records that may be the same person. */
export const possibleDuplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...personKey(id), 'duplicates'],
    queryFn: ({ signal }) => call('GET /api/admin/people/:user_id/duplicates', { user_id: id }, { signal }),
  })

/** What a merge would move, and what is in its way. */
export const mergePreviewQuery = (pair: MergePair) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'merge', pair],
    queryFn: ({ signal }) => call('GET /api/admin/merges/preview', pair, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** After anything of a person was changed: their page, and the lists that name them. */
export const refreshPerson = (id: string) => (queryClient: QueryClient) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: personKey(id) }), refreshUsers(queryClient)])

/** After records were merged: every page of a person may show what has moved. */
export const refreshPeople = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [...queryKeys.staff, 'people'] }),
    refreshUsers(queryClient),
  ])

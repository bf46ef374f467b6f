import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { portalKey } from './coachPortal.ts'

/** People whom a coach may book, page by page: own clients, and with a search of two letters others. */
export const coachClientsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...portalKey, 'clients', search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        page_size: 20,
        ...(search && { search_query: search }),
        ...(pageParam && { cursor: pageParam }),
      }
      return unwrap(api.coach.clients.$get({ query }, { init: { signal } }))
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

import { queryOptions } from '@tanstack/react-query'
import type { RosterKind } from '../../../shared/contract/rosters.ts'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

/**
 * The roster of a camp or class session, with emergency contacts. Each reading is in the audit log, so it is read when the page
 * is opened or refreshed, and at no other time; nothing of it is kept when the page is left.
 */
export const rosterQuery = (kind: RosterKind, id: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'roster', kind, id],
    queryFn: ({ signal }) =>
      unwrap(api.admin.rosters[':kind'][':id'].$get({ param: { kind, id } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { InvitedProfile } from '../../../shared/contract/people/profileInvitations.ts'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

const invitationsKey = [...queryKeys.staff, 'profile-invitation']

/** The open invitation to a profile that staff entered. */
export const profileInvitationQuery = (query: InvitedProfile) =>
  queryOptions({
    queryKey: [...invitationsKey, query.kind, query.id],
    queryFn: ({ signal }) => unwrap(api.admin['profile-invitations'].$get({ query }, { init: { signal } })),
    staleTime: 0,
  })

export const refreshProfileInvitation = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: invitationsKey })

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { participantsKey, queryKeys } from '../queryKeys.ts'

/** The customer first, then the people whom the customer looks after; archived ones too. */
export const participantsQuery = queryOptions({
  queryKey: participantsKey,
  queryFn: ({ signal }) => call('GET /api/me/participants', {}, { signal }),
})

/** The customer's invitations that were not accepted, newest first. */
export const householdInvitationsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'household-invitations'],
  queryFn: ({ signal }) => call('GET /api/me/household-invitations', {}, { signal }),
  staleTime: 0,
})

/** Open invitations to the customer's own address. */
export const receivedInvitationsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'received-invitations'],
  queryFn: ({ signal }) => call('GET /api/me/received-invitations', {}, { signal }),
  staleTime: 0,
})

/** Medical note, emergency contacts and pick-up adults; dropped from memory as soon as no form shows them. */
export const participantCareQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.me, 'participant-care', id],
    queryFn: ({ signal }) => call('GET /api/participants/:id/care', { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** After a change of the family: people, invitations, and whatever names them. */
export const refreshHousehold = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.me })

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../client.ts'
import { participantsKey, queryKeys } from '../queryKeys.ts'

/** The customer first, then the people whom the customer looks after; archived ones too. */
export const participantsQuery = queryOptions({
  queryKey: participantsKey,
  queryFn: ({ signal }) => unwrap(api.me.participants.$get({}, { init: { signal } })),
})

/** The customer's invitations that were not accepted, newest first. */
export const householdInvitationsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'household-invitations'],
  queryFn: ({ signal }) => unwrap(api.me['household-invitations'].$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Open invitations to the customer's own address. */
export const receivedInvitationsQuery = queryOptions({
  queryKey: [...queryKeys.me, 'received-invitations'],
  queryFn: ({ signal }) => unwrap(api.me['received-invitations'].$get({}, { init: { signal } })),
  staleTime: 0,
})

/** Medical note, emergency contacts and pick-up adults; dropped from memory as soon as no form shows them. */
export const participantCareQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.me, 'participant-care', id],
    queryFn: ({ signal }) =>
      unwrap(api.participants[':id'].care.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** After a change of the family: people, invitations, and whatever names them. */
export const refreshHousehold = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.me })

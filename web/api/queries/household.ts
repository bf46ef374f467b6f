import { read } from '../read.ts'

/** The customer first, then the people whom the customer looks after; archived ones too. */
export const participantsQuery = read('GET /api/me/participants')

/** Open invitations to the customer's own address. */
export const receivedInvitationsQuery = { ...read('GET /api/me/received-invitations'), staleTime: 0 }

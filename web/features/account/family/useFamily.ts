import type { z } from 'zod'
import type { inviteAdult, participantChange } from '../../../../shared/contract/accounts/households.ts'
import type { participantCare } from '../../../../shared/contract/accounts/participantCare.ts'
import { refreshHousehold } from '../../../api/queries/household.ts'
import { useAttempt } from '../../../api/useAttempt.ts'

export type PersonChange = z.input<typeof participantChange>
export type Care = z.input<typeof participantCare>

/** Changes someone of the family, archives or brings back. */
export const usePersonChange = () =>
  useAttempt({
    send: ({ id, ...json }: PersonChange & { id: string }, once) =>
      once('PATCH /api/participants/:id', { id, ...json }),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Deletes someone for good. */
export const usePersonDeletion = () =>
  useAttempt({
    send: (id: string, once) => once('DELETE /api/participants/:id', { id }),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Replaces what is kept for emergencies. */
export const useCareChange = () =>
  useAttempt({
    send: ({ id, care }: { id: string; care: Care }, once) =>
      once('PUT /api/participants/:id/care', { id, ...care }),
    refresh: refreshHousehold,
  })

/** Whether the customer is told of what other adults book for a person. */
export const useTold = () =>
  useAttempt({
    send: ({ people, ...json }: { people: readonly TellingOf[]; is_told: boolean }, once) =>
      Promise.all(
        people.map(({ id, user_id }) =>
          once('PATCH /api/participants/:id/adults/:user_id', { id, user_id, ...json }),
        ),
      ),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

interface TellingOf {
  id: string
  /** The customer's account. */
  user_id: string
}

/** Leaves a person, or removes another adult. */
export const useAdultRemoval = () =>
  useAttempt({
    send: (param: { id: string; user_id: string }, once) =>
      once('DELETE /api/participants/:id/adults/:user_id', param),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Mails an adult an invitation; an earlier one to the address is replaced. */
export const useInvitation = () =>
  useAttempt({
    send: (json: z.input<typeof inviteAdult.body>, once) => once('POST /api/me/household-invitations', json),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Withdraws an invitation, or takes an answered one from the list. */
export const useWithdrawal = () =>
  useAttempt({
    send: (id: string, once) => once('DELETE /api/me/household-invitations/:id', { id }),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

import type { z } from 'zod'
import type { inviteAdult, participantChange } from '../../../../shared/contract/accounts/households.ts'
import type { participantCare } from '../../../../shared/contract/accounts/participantCare.ts'
import { api, unwrap } from '../../../api/client.ts'
import { done } from '../../../api/done.ts'
import { refreshHousehold } from '../../../api/queries/household.ts'
import { useAttempt } from '../../../api/useAttempt.ts'

export type PersonChange = z.input<typeof participantChange>
export type Care = z.input<typeof participantCare>

/** Changes someone of the family, archives or brings back. */
export const usePersonChange = () =>
  useAttempt({
    send: ({ id, ...json }: PersonChange & { id: string }, once) =>
      unwrap(api.participants[':id'].$patch({ param: { id }, json }, once({ id, ...json }))),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Deletes someone for good. */
export const usePersonDeletion = () =>
  useAttempt({
    send: (id: string, once) => done(api.participants[':id'].$delete({ param: { id } }, once({ id }))),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Replaces what is kept for emergencies. */
export const useCareChange = () =>
  useAttempt({
    send: ({ id, care }: { id: string; care: Care }, once) =>
      done(api.participants[':id'].care.$put({ param: { id }, json: care }, once({ id, care }))),
    refresh: refreshHousehold,
  })

/** Whether the customer is told of what other adults book for a person. */
export const useTold = () =>
  useAttempt({
    send: ({ people, ...json }: { people: readonly TellingOf[]; is_told: boolean }, once) =>
      Promise.all(
        people.map(({ id, user_id }) =>
          unwrap(
            api.participants[':id'].adults[':user_id'].$patch(
              { param: { id, user_id }, json },
              once({ id, user_id, ...json }),
            ),
          ),
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
      done(api.participants[':id'].adults[':user_id'].$delete({ param }, once(param))),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Mails an adult an invitation; an earlier one to the address is replaced. */
export const useInvitation = () =>
  useAttempt({
    send: (json: z.input<typeof inviteAdult.body>, once) =>
      unwrap(api.me['household-invitations'].$post({ json }, once(json))),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Withdraws an invitation, or takes an answered one from the list. */
export const useWithdrawal = () =>
  useAttempt({
    send: (id: string, once) =>
      done(api.me['household-invitations'][':id'].$delete({ param: { id } }, once({ id }))),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

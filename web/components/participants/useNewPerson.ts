import type { z } from 'zod'
import type { ExistingParticipant, newParticipant } from '../../../shared/contract/accounts/households.ts'
import { accountTouches } from '../../api/accountTouches.ts'
import { isRefusal } from '../../api/apiError.ts'
import { useCall } from '../../api/useAttempt.ts'

export type NewPerson = z.input<typeof newParticipant>

/** A change of the family is pending until the family is loaded again. */
export const ofFamily = { touches: accountTouches, pendingUntilRefreshed: true }

/** Adds someone to the family. */
const useNewPerson = () => useCall('POST /api/me/participants', ofFamily)

/** Changes someone of the family, archives or brings back. */
export const usePersonChange = () => useCall('PATCH /api/participants/:id', ofFamily)

/** Adds, brings back and completes people of the family; each says why it did not work, or null, and then chooses them. */
export function useFamilyChanges(choose: (id: string) => void) {
  const create = useNewPerson()
  const change = usePersonChange()
  const chosen = async (
    id: string,
    patch: Omit<Parameters<typeof change.attempt>[0], 'id'> | null,
  ): Promise<Error | null> => {
    const outcome = patch && (await change.attempt({ id, ...patch }))
    if (outcome && 'error' in outcome) return outcome.error as Error
    choose(id)
    return null
  }
  return {
    create,
    isPending: create.isPending || change.isPending,
    async add(person: NewPerson): Promise<Error | null> {
      const outcome = await create.attempt(person)
      if (outcome && 'error' in outcome) return outcome.error as Error
      if (outcome) choose(outcome.answer.id)
      return null
    },
    use: (id: string, archived: boolean) => chosen(id, archived ? { archived: false } : null),
    setBirthDate: (id: string, birth_date: string) => chosen(id, { birth_date }),
  }
}

/** Who has that name in the family already; null where something else was refused. */
export const existingOf = (error: unknown): ExistingParticipant | null =>
  isRefusal(error, 'participant_exists') ? (error.details as ExistingParticipant) : null

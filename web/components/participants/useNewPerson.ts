import type { z } from 'zod'
import type { ExistingParticipant, newParticipant } from '../../../shared/contract/accounts/households.ts'
import { isRefusal } from '../../api/apiError.ts'
import { refreshHousehold } from '../../api/queries/household.ts'
import { useAttempt } from '../../api/useAttempt.ts'

export type NewPerson = z.input<typeof newParticipant>
export type PersonDetails = { id: string; birth_date?: string | null; archived?: boolean }

/** Adds someone to the family. */
export const useNewPerson = () =>
  useAttempt({
    send: (json: NewPerson, once) => once('POST /api/me/participants', json),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Notes a birth date, or brings someone back. */
export const usePersonDetails = () =>
  useAttempt({
    send: ({ id, ...json }: PersonDetails, once) => once('PATCH /api/participants/:id', { id, ...json }),
    refresh: refreshHousehold,
    pendingUntilRefreshed: true,
  })

/** Who has that name in the family already; null where something else was refused. */
export const existingOf = (error: unknown): ExistingParticipant | null =>
  isRefusal(error, 'participant_exists') ? (error.details as ExistingParticipant) : null

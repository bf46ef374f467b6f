import type { z } from 'zod'
import type { ExistingParticipant, newParticipant } from '../../../shared/contract/accounts/households.ts'
import { isRefusal } from '../../api/apiError.ts'
import { touches } from '../../api/touches.ts'
import { useCall } from '../../api/useAttempt.ts'

export type NewPerson = z.input<typeof newParticipant>

/** A change of the family is pending until the family is loaded again. */
export const ofFamily = { touches: touches.account, pendingUntilRefreshed: true }

/** Adds someone to the family. */
export const useNewPerson = () => useCall('POST /api/me/participants', ofFamily)

/** Changes someone of the family, archives or brings back. */
export const usePersonChange = () => useCall('PATCH /api/participants/:id', ofFamily)

/** Who has that name in the family already; null where something else was refused. */
export const existingOf = (error: unknown): ExistingParticipant | null =>
  isRefusal(error, 'participant_exists') ? (error.details as ExistingParticipant) : null

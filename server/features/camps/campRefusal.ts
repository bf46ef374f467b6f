import { CHECK_VIOLATION, isDatabaseError, UNIQUE_VIOLATION } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/**
 * The refusal where a constraint of the database refused, because another writer took no lock or an adult was removed
 * since then. The answer is the same. Other errors are thrown on.
 */
export function campRefusalOf(error: unknown): Refusal {
  if (isDatabaseError(error, CHECK_VIOLATION, 'camp_seats')) return refuse('camp_full')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'camp_registrations_once')) return refuse('already_registered')
  if (isDatabaseError(error, CHECK_VIOLATION, 'participant_of_household'))
    return refuse('participant_not_found')
  throw error
}

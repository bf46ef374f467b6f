import { CHECK_VIOLATION, isDatabaseError, UNIQUE_VIOLATION } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/**
 * The refusal where a constraint of the database refused, because another writer took no lock or an adult was removed
 * since then. The answer is the same. Other errors are thrown on.
 */
export function classRefusalOf(error: unknown): Refusal {
  if (isDatabaseError(error, CHECK_VIOLATION, 'class_session_seats')) return refuse('class_session_full')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'class_registrations_once')) {
    return refuse('class_already_booked')
  }
  if (isDatabaseError(error, CHECK_VIOLATION, 'participant_of_household'))
    return refuse('participant_not_found')
  throw error
}

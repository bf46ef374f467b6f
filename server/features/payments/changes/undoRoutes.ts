import { undoStaffChange as undoStaffChangeRoute } from '../../../../shared/contract/bookings/staffChanges.ts'
import {
  CHECK_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  isDatabaseError,
  UNIQUE_VIOLATION,
} from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { takingTime } from '../../places/takingTime.ts'
import { findStaffChange, undoStaffChange } from '../commands/undoStaffChange.ts'
import { purchaseContext } from '../purchase.ts'

export const undoEndpoints = [
  endpoint(undoStaffChangeRoute, async (call) => {
    const { context, user, params } = call
    const of = { id: params.id, madeBy: user.profile.id }
    const [at, change] = await Promise.all([
      purchaseContext(context),
      findStaffChange(context.db, of.id, of.madeBy),
    ])
    const isLesson = change?.freed.some(({ coachId }) => coachId !== null)
    const taking = {
      userId: null,
      taken: isLesson ? 'lesson_time_taken' : 'slots_taken',
      namesFor: user.profile.role,
    } as const
    try {
      return await takingTime(context, taking, (time) =>
        runCommand(call, async (tx) => {
          const items = await undoStaffChange(tx, of, at, time)
          return items instanceof Refusal ? items : reply({ message: 'Undone. No one is told.', items })
        }),
      )
    } catch (error) {
      return seatRefusalOf(error)
    }
  }),
]

/**
 * The refusal where someone else has the seat that an undo would take again, another session has its place in the class, or
 * what it belonged to has been deleted since. Other errors are thrown on.
 */
function seatRefusalOf(error: unknown): Refusal {
  if (isDatabaseError(error, CHECK_VIOLATION, 'camp_seats')) return refuse('camp_full')
  if (isDatabaseError(error, CHECK_VIOLATION, 'class_session_seats')) return refuse('class_session_full')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'camp_registrations_once')) return refuse('registered_again')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'class_registrations_once')) return refuse('registered_again')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'class_instances_class_id_class_date_start_time_key')) {
    return refuse('changed_meanwhile')
  }
  if (isDatabaseError(error, FOREIGN_KEY_VIOLATION)) return refuse('changed_meanwhile')
  throw error
}

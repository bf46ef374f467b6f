import { undoStaffChange as undoStaffChangeRoute } from '../../../shared/contract/staffChanges.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import { takingTime } from '../places/takingTime.ts'
import { findStaffChange, undoStaffChange } from './commands/undoStaffChange.ts'
import { purchaseContext } from './purchase.ts'

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
    return takingTime(context, taking, (time) =>
      runCommand(call, async (tx) => {
        const items = await undoStaffChange(tx, of, at, time)
        return items instanceof Refusal ? items : reply({ message: 'Undone. Nobody is told.', items })
      }),
    )
  }),
]

import { cancelClassRegistration } from '../../../shared/contract/accountRegistrations.ts'
import {
  bookFreeClassSessions,
  getPublicClassDetailsWithInstances,
  listClasses as listClassesRoute,
  listClassInstances,
  listClassRegistrations,
} from '../../../shared/contract/classes.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { CHECK_VIOLATION, isDatabaseError, UNIQUE_VIOLATION } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { closeReleasedCheckouts } from '../payments/closeReleased.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { changeAnswer } from '../payments/settleChange.ts'
import { bookFreeSessions } from './commands/bookFreeSessions.ts'
import { cancelRegistration } from './commands/cancelRegistration.ts'
import { enqueueClassCanceled } from './emails.ts'
import { findClassDetails, listClasses, listInstances, listOwnSeats } from './queries.ts'

export const classEndpoints = [
  endpoint(listClassesRoute, async ({ context }) => {
    const { time_zone } = await context.facility.get()
    return reply(await listClasses(context.db, facilityDay(context.clock.now(), time_zone)))
  }),

  endpoint(listClassInstances, async ({ context, params }) => {
    const instances = await listInstances(context.db, params.id, context.clock.now())
    return instances ? reply(instances) : refuse('class_not_found')
  }),

  endpoint(getPublicClassDetailsWithInstances, async ({ context, params }) => {
    const details = await findClassDetails(context.db, params.id, context.clock.now())
    return details ? reply(details) : refuse('class_not_found')
  }),

  endpoint(listClassRegistrations, async ({ context, params, user }) =>
    reply(
      await listOwnSeats(context.db, {
        userId: user.profile.id,
        classId: params.id,
        now: context.clock.now(),
      }),
    ),
  ),

  endpoint(bookFreeClassSessions, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    try {
      const outcome = await runCommand(call, async (tx) => {
        const booked = await bookFreeSessions(tx, body.instanceIds, user.profile, at)
        return booked instanceof Refusal ? booked : reply({ registration_ids: booked })
      })
      // A checkout of the same seats that was open in another tab is over.
      closeReleasedCheckouts(context, { userId: user.profile.id })
      return outcome
    } catch (error) {
      return refusalOf(error)
    }
  }),

  endpoint(cancelClassRegistration, async (call) => {
    const { context, user, params } = call
    const at = await purchaseContext(context)
    return runCommand(call, async (tx) => {
      const canceled = await cancelRegistration(tx, { owner: user.profile, id: params.id }, at, (told) =>
        enqueueClassCanceled(tx, user.profile, told, at),
      )
      if (canceled instanceof Refusal) return canceled
      const { class_name, class_date, start_time } = canceled.registration
      const session = `${class_name}, ${formatDay(class_date)}, ${formatWallTime(start_time)}`
      return reply({
        ...changeAnswer(`Your class session is canceled: ${session}.`, canceled.refund),
        registration_id: canceled.registration.id,
        status: 'canceled' as const,
      })
    })
  }),
]

/** The database's constraint refused it, because another writer took no lock. The answer is the same. */
function refusalOf(error: unknown): Refusal {
  if (isDatabaseError(error, CHECK_VIOLATION, 'class_session_seats')) return refuse('class_session_full')
  if (isDatabaseError(error, UNIQUE_VIOLATION, 'class_registrations_once'))
    return refuse('class_already_booked')
  throw error
}

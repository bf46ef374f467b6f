import { cancelClassRegistration } from '../../../shared/contract/accounts/accountRegistrations.ts'
import {
  bookFreeClassSessions,
  getPublicClassDetailsWithInstances,
  listClasses as listClassesRoute,
  listClassInstances,
  listClassRegistrations,
  listHouseholdClassRegistrations,
} from '../../../shared/contract/programs/classes.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { changeAnswer } from '../payments/changes/settleChange.ts'
import { closeReleasedCheckouts } from '../payments/checkout/closeReleased.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { classRefusalOf } from './classRefusal.ts'
import { bookFreeSessions } from './commands/bookFreeSessions.ts'
import { cancelRegistration } from './commands/cancelRegistration.ts'
import { enqueueClassCanceled } from './emails.ts'
import { listHouseholdSeats } from './householdSeats.ts'
import { findClassDetails, listClasses, listInstances, listOwnSeats } from './queries.ts'

export const classEndpoints = [
  endpoint(listClassesRoute, async ({ context, db, now }) => {
    const { time_zone } = await context.facility.get()
    return reply(await listClasses(db, facilityDay(now, time_zone), now))
  }),

  endpoint(listClassInstances, async ({ db, now, params }) => {
    const instances = await listInstances(db, params.id, now)
    return instances ? reply(instances) : refuse('class_not_found')
  }),

  endpoint(getPublicClassDetailsWithInstances, async ({ db, now, params }) => {
    const details = await findClassDetails(db, params.id, now)
    return details ? reply(details) : refuse('class_not_found')
  }),

  endpoint(listClassRegistrations, async ({ db, now, params, user }) =>
    reply(await listOwnSeats(db, { userId: user.profile.id, classId: params.id, now })),
  ),

  endpoint(listHouseholdClassRegistrations, async ({ db, now, params, user }) =>
    reply(await listHouseholdSeats(db, { classId: params.id, customer: user.profile, now })),
  ),

  endpoint(bookFreeClassSessions, async (call) => {
    const { context, body, user } = call
    const at = await purchaseContext(context)
    try {
      const outcome = await runCommand(call, async (tx) => {
        const wanted = {
          instanceIds: body.instanceIds,
          participantIds: body.participantIds ?? null,
          allowPartial: body.allow_partial ?? false,
        }
        const booked = await bookFreeSessions(tx, wanted, user.profile, at)
        if (booked instanceof Refusal) return booked
        return reply({
          registration_ids: booked.seats.map(({ registrationId }) => registrationId),
          registrations: booked.seats.map(({ registrationId, id, participant }) => ({
            registration_id: registrationId,
            class_instance_id: id,
            participant,
          })),
          without_seat: [...booked.withoutSeat],
        })
      })
      // A checkout of the same seats that was open in another tab is over.
      closeReleasedCheckouts(context, { userId: user.profile.id })
      return outcome
    } catch (error) {
      return classRefusalOf(error)
    }
  }),

  endpoint(cancelClassRegistration, async (call) => {
    const { context, user, params } = call
    const at = await purchaseContext(context)
    return runCommand(call, async (tx) => {
      const canceled = await cancelRegistration(tx, { owner: user.profile, id: params.id }, at, (told) =>
        enqueueClassCanceled(tx, { actorId: user.profile.id }, told, at),
      )
      if (canceled instanceof Refusal) return canceled
      const { class_name, class_date, start_time, participant, payer, user_id } = canceled.registration
      const title = participant ? `The class session of ${participant.name}` : 'Your class session'
      const { id: me } = user.profile
      // Of a payer with a deleted account nothing is left but the card.
      const isPayer = payer ? payer.userId === me : user_id === null || user_id === me
      const reader = isPayer ? 'customer' : 'adult'
      const session = `${class_name}, ${formatDay(class_date)}, ${formatWallTime(start_time)}`
      return reply({
        ...changeAnswer(`${title} is canceled: ${session}.`, canceled.refund, reader),
        registration_id: canceled.registration.id,
        status: 'canceled' as const,
      })
    })
  }),
]

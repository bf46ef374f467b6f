import {
  classEvents,
  getPublicClassDetailsWithInstances,
  listClasses as listClassesRoute,
  listClassInstances,
  listClassRegistrations,
} from '../../../shared/contract/classes.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { refuse } from '../../refusal.ts'
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

  endpoint(classEvents, ({ context, params: { id }, request }) =>
    context.live.follow(
      { channel: 'seats_changed', payload: id.toLowerCase(), event: 'seats', data: { class_id: id } },
      request.signal,
    ),
  ),

  endpoint(listClassRegistrations, async ({ context, params, user }) =>
    reply(
      await listOwnSeats(context.db, {
        userId: user.profile.id,
        classId: params.id,
        now: context.clock.now(),
      }),
    ),
  ),
]

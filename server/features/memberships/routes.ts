import { getMembershipOffer, getSubscription } from '../../../shared/contract/memberships.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { readOffer } from './offer.ts'
import { findLiveSubscription } from './queries.ts'

export const membershipEndpoints = [
  endpoint(getMembershipOffer, async (call) => {
    const caller = await call.caller()
    const { db, clock } = call.context
    return reply(await readOffer(db, { userId: caller?.profile.id ?? null, now: clock.now() }, ''))
  }),

  endpoint(getSubscription, async ({ context, user }) =>
    reply({ subscription: await findLiveSubscription(context.db, user.profile.id) }),
  ),
]

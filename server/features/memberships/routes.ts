import { getSubscription } from '../../../shared/contract/memberships.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { findLiveSubscription } from './queries.ts'

export const membershipEndpoints = [
  endpoint(getSubscription, async ({ context, user }) =>
    reply({ subscription: await findLiveSubscription(context.db, user.profile.id) }),
  ),
]

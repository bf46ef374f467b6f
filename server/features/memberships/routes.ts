import {
  cancelMembershipSignUp,
  cancelSubscription,
  confirmSubscription,
  createBillingSetupIntent,
  createSubscription,
  createSubscriptionSetupIntent,
  getMembershipOffer,
  getSubscription,
  resumeSubscription,
  updatePaymentMethod,
} from '../../../shared/contract/memberships/memberships.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import type { SitePages } from '../../http/pages/site.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { findLiveSubscription } from '../payments/provider/subscriptions.ts'
import { changeCard, openCardChange } from './billing.ts'
import { cancelMembership, resumeMembership } from './cancel.ts'
import { cancelSignUp } from './cancelSignUp.ts'
import { readOffer } from './offer.ts'
import { currentPriceId } from './prices.ts'
import { progressOf } from './progress.ts'
import { findIncomplete, findMembership } from './queries.ts'
import { openSignUp } from './signUp.ts'
import { subscribe } from './subscribe.ts'
import { syncSubscription } from './sync.ts'

/** Passes a refusal on; anything else is the answer's body. */
const answered = <Body extends object>(outcome: Body | Refusal) =>
  outcome instanceof Refusal ? outcome : reply(outcome)

export const membershipEndpoints = [
  endpoint(getMembershipOffer, async (call) => {
    const caller = await call.caller()
    const { db, clock } = call.context
    const asking = { userId: caller?.profile.id ?? null, now: clock.now() }
    return reply(await readOffer(db, asking, await currentPriceId(call.context)))
  }),

  endpoint(getSubscription, async ({ db, user }) =>
    reply({ subscription: await findLiveSubscription(db, user.profile.id) }),
  ),

  endpoint(createSubscriptionSetupIntent, async ({ context, user, actor, body }) =>
    answered(await openSignUp(context, { profile: user.profile, actor }, body)),
  ),

  endpoint(createSubscription, async ({ context, user, actor, body }) =>
    answered(await subscribe(context, { profile: user.profile, actor }, body)),
  ),

  endpoint(confirmSubscription, async ({ context, db, user }) => {
    const [incomplete] = await findIncomplete(db, user.profile.id)
    const id = (await findMembership(db, user.profile.id)) ?? incomplete
    if (!id?.stripe_subscription_id) return refuse('membership_not_found')
    const reading = await syncSubscription(context, id.stripe_subscription_id)
    if (reading === null) return refuse('membership_not_found')
    return reading instanceof Refusal ? reading : answered(await progressOf(context, reading))
  }),

  endpoint(cancelMembershipSignUp, async ({ context, user, actor }) =>
    answered(await cancelSignUp(context, { profile: user.profile, actor })),
  ),

  endpoint(cancelSubscription, async ({ context, user, actor }) =>
    answered(await cancelMembership(context, { profile: user.profile, actor })),
  ),

  endpoint(resumeSubscription, async ({ context, user, actor }) =>
    answered(await resumeMembership(context, { profile: user.profile, actor })),
  ),

  endpoint(createBillingSetupIntent, async ({ context, user, body }) =>
    answered(await openCardChange(context, user.profile, body.setupIntentId)),
  ),

  endpoint(updatePaymentMethod, async ({ context, user, body }) =>
    answered(await changeCard(context, user.profile, body.paymentMethodId)),
  ),
]

export const membershipPages: SitePages = {
  described: {
    '/membership': (facility) =>
      `Founders Unlimited at ${facility.name} in ${facility.city}, ${facility.state}: unlimited cage time for one monthly price, month-to-month.`,
  },
  reads: ['/api/memberships/offer'],
}

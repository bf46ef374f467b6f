import type Stripe from 'stripe'
import { z } from 'zod'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { anything, parameters, text } from '../http/parameters.ts'
import type { Scope } from '../settings.ts'
import { newId, randomText } from '../store/ids.ts'

const createParameters = parameters({
  configuration: text(200).optional(),
  customer: text(200),
  flow_data: anything().optional(),
  locale: text(10).optional(),
  return_url: z
    .url({ protocol: /^https?$/, error: 'not a valid URL' })
    .max(2_000)
    .optional(),
})

export const portalEndpoints: StripeEndpoint[] = [
  endpoint('POST', '/v1/billing_portal/sessions', createParameters, ({ scope, params }) =>
    createSession(scope, params),
  ),
]

/** Creates a page on which one customer can replace the card on file. */
async function createSession(
  { store, now, settings }: Scope,
  { customer, return_url: returnUrl }: z.output<typeof createParameters>,
): Promise<Stripe.BillingPortal.Session> {
  await store.read('customer', customer, 'customer')
  const token = randomText(32)
  const session: Stripe.BillingPortal.Session = {
    id: newId('billing_portal.session'),
    object: 'billing_portal.session',
    configuration: 'bpc_dugout_sandbox',
    created: now,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl ?? null,
    url: `${settings.publicBase()}/portal/${token}`,
  }
  await store.insert('billing_portal.session', session, { token })
  return session
}

import type Stripe from 'stripe'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listOf } from '../http/list.ts'
import { listParameters, parameters, text } from '../http/parameters.ts'
import { missing } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import { wireDecimal } from '../wireDecimal.ts'

// One price and its product always exist: the monthly membership. No others can be created.

const PRODUCT_ID = 'prod_dugout_membership'
/** The creation time: some time in the past. */
const CREATED = 1_704_067_200

export const productOf = (_scope: Scope): Stripe.Product => ({
  id: PRODUCT_ID,
  object: 'product',
  active: true,
  created: CREATED,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: 'Membership',
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: CREATED,
  url: null,
})

/**
 * The price as it is now.
 *
 * @throws 404 for any other id, naming `param`.
 */
export async function priceOf({ settings }: Scope, id: string, param = 'price'): Promise<Stripe.Price> {
  if (id !== settings.priceId) throw missing('price', id, param)
  const cents = await settings.monthlyPriceCents()
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: CREATED,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: PRODUCT_ID,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: wireDecimal(cents),
  }
}

export const catalogueEndpoints: StripeEndpoint[] = [
  endpoint('GET', '/v1/prices/:id', parameters({}), ({ scope, id }) => priceOf(scope, id)),
  endpoint('GET', '/v1/prices', listParameters({ product: text().optional() }), async ({ scope, params }) => {
    const prices = [await priceOf(scope, scope.settings.priceId)]
    return listOf('/v1/prices', params.product === undefined || params.product === PRODUCT_ID ? prices : [])
  }),
  endpoint('GET', '/v1/products/:id', parameters({}), async ({ scope, id }) => {
    if (id !== PRODUCT_ID) throw missing('product', id, 'id')
    return productOf(scope)
  }),
]

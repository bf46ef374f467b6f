import type Stripe from 'stripe'
import { z } from 'zod'
import { emit } from '../events/emit.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { boolean, integer, listParameters, metadata, parameters, text } from '../http/parameters.ts'
import { missing } from '../http/problem.ts'
import { mergeMetadata } from '../payments/metadata.ts'
import type { Scope } from '../settings.ts'
import { newId } from '../store/ids.ts'
import { wireDecimal } from '../wireDecimal.ts'

// One product always exists, with its first price: the monthly membership. Its amount never changes; another amount is another
// price.

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
 * A price. The first one is stored when it is first used, with the amount of that moment.
 *
 * @throws 404 for an unknown id, naming `param`.
 */
export async function priceOf(
  { store, settings }: Scope,
  id: string,
  param = 'price',
): Promise<Stripe.Price> {
  const stored = await store.find('price', id)
  if (stored) return stored.body
  if (id !== settings.priceId) throw missing('price', id, param)
  const first = priceBody({ id, created: CREATED, cents: await settings.monthlyPriceCents() })
  await store.insertOnce('price', first)
  return (await store.read('price', id, param)).body
}

interface NewPrice {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly cents: number
  readonly nickname?: string | undefined
  readonly metadata?: Record<string, string>
}

const priceBody = ({ id, created, cents, nickname, metadata: named }: NewPrice): Stripe.Price => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: named ?? {},
  nickname: nickname ?? null,
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
})

const newPrice = parameters({
  currency: z.enum(['usd']),
  metadata: metadata().optional(),
  nickname: text().optional(),
  product: text().optional(),
  product_data: z.strictObject({ name: z.string().min(1) }).optional(),
  recurring: z.strictObject({ interval: z.enum(['month']), interval_count: z.enum(['1']).optional() }),
  unit_amount: integer().refine((cents) => cents >= 0, 'integer'),
})

export const catalogueEndpoints: StripeEndpoint[] = [
  endpoint('GET', '/v1/prices/:id', parameters({}), ({ scope, id }) => priceOf(scope, id)),
  endpoint(
    'GET',
    '/v1/prices',
    listParameters({ product: text().optional(), active: boolean().optional() }),
    async ({ scope, params }) => {
      await priceOf(scope, scope.settings.priceId)
      const { product, active } = params
      return listPage(scope, 'price', '/v1/prices', params, {
        product,
        active: active === undefined ? undefined : String(active),
      })
    },
  ),
  endpoint('POST', '/v1/prices', newPrice, async ({ scope, params }) => {
    // A product that is made with its price is the membership too.
    if (!params.product_data && params.product !== PRODUCT_ID)
      throw missing('product', params.product ?? '', 'product')
    const price = priceBody({
      id: newId('price'),
      created: scope.now,
      cents: params.unit_amount,
      nickname: params.nickname,
      metadata: mergeMetadata({}, params.metadata),
    })
    await scope.store.insert('price', price)
    await emit(scope, 'price.created', price)
    return price
  }),
  endpoint('GET', '/v1/products/:id', parameters({}), async ({ scope, id }) => {
    if (id !== PRODUCT_ID) throw missing('product', id, 'id')
    return productOf(scope)
  }),
]

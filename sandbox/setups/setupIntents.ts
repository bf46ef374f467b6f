import type Stripe from 'stripe'
import { z } from 'zod'
import { emit } from '../events/emit.ts'
import { endpoint, type Result, type StripeEndpoint } from '../http/endpoint.ts'
import type { KeyKind } from '../http/keys.ts'
import { listPage } from '../http/list.ts'
import {
  anything,
  boolean,
  emptyable,
  listParameters,
  metadata,
  parameters,
  text,
} from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import { requireClientSecret } from '../payments/clientSecret.ts'
import { browserView } from '../payments/intentBody.ts'
import { methodTypes } from '../payments/intentParameters.ts'
import { mergeMetadata } from '../payments/metadata.ts'
import { givenMethod, methodData, takePaymentMethod } from '../payments/paymentMethods.ts'
import { failureOf } from '../payments/refusedCard.ts'
import { requireReturnUrl } from '../payments/returnUrl.ts'
import type { Scope } from '../settings.ts'
import { newClientSecret, newId } from '../store/ids.ts'
import type { Stored } from '../store/store.ts'
import { attemptSetup } from './setupAttempt.ts'

type Setup = Stored<'setup_intent'>
const url = '/v1/setup_intents'

const attempt = {
  allowed_payment_method_types: methodTypes().optional(),
  client_secret: text(200).optional(),
  mandate_data: anything().optional(),
  payment_method: text(200).optional(),
  payment_method_data: z.strictObject(methodData).optional(),
  payment_method_options: anything().optional(),
  return_url: z
    .url({ protocol: /^https?$/, error: 'not a valid URL' })
    .max(2_000)
    .optional(),
  use_stripe_sdk: boolean().optional(),
}
const confirmParameters = parameters(attempt)
const createParameters = parameters({
  ...attempt,
  allowed_payment_method_types: z
    .array(z.enum(['card', 'link']))
    .min(1)
    .optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean(), allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: boolean().optional(),
  customer: text(200).optional(),
  description: emptyable(text(1_000)).optional(),
  metadata: metadata().optional(),
  excluded_payment_method_types: methodTypes().optional(),
  payment_method_configuration: text(200).optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
})
const updateParameters = parameters({
  customer: text(200).optional(),
  description: emptyable(text(1_000)).optional(),
  metadata: metadata().optional(),
})
const reasons = z.enum(['abandoned', 'requested_by_customer', 'duplicate'])

export const setupIntentEndpoints: StripeEndpoint[] = [
  endpoint('POST', url, createParameters, async ({ scope, params, by }) => {
    const created = await createSetup(scope, params)
    return params.confirm ? answer(await confirmSetup(scope, created, params, by), by) : created.body
  }),
  endpoint(
    'GET',
    `${url}/:id`,
    parameters({ client_secret: text(200).optional() }),
    async ({ scope, id, params, by }) => {
      const { body } = await scope.store.read('setup_intent', id, 'intent')
      requireClientSecret('setup_intent', body, params.client_secret, by)
      return by === 'publishable' ? browserView(body) : body
    },
    'browser',
  ),
  endpoint('POST', `${url}/:id`, updateParameters, async ({ scope, id, params }) => {
    const setup = await scope.store.lock('setup_intent', id, 'intent')
    requireOpen(setup, 'update')
    if (params.customer) await scope.store.read('customer', params.customer, 'customer')
    const body: Stripe.SetupIntent = {
      ...setup.body,
      customer: params.customer ?? setup.body.customer,
      description: params.description === undefined ? setup.body.description : params.description,
      metadata: mergeMetadata(setup.body.metadata ?? {}, params.metadata),
    }
    await scope.store.save('setup_intent', { ...setup, body })
    return body
  }),
  endpoint(
    'POST',
    `${url}/:id/confirm`,
    confirmParameters,
    async ({ scope, id, params, by }) => {
      const setup = await scope.store.lock('setup_intent', id, 'intent')
      requireClientSecret('setup_intent', setup.body, params.client_secret, by)
      return answer(await confirmSetup(scope, setup, params, by), by)
    },
    'browser',
  ),
  endpoint(
    'POST',
    `${url}/:id/cancel`,
    parameters({ cancellation_reason: reasons.optional() }),
    async ({ scope, id, params }) => {
      const setup = await scope.store.lock('setup_intent', id, 'intent')
      requireOpen(setup, 'cancel')
      const body: Stripe.SetupIntent = {
        ...setup.body,
        status: 'canceled',
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
      }
      await scope.store.save('setup_intent', { body, hidden: {} })
      await emit(scope, 'setup_intent.canceled', body)
      return body
    },
  ),
  endpoint(
    'GET',
    url,
    listParameters({ customer: text().optional(), payment_method: text().optional() }),
    ({ scope, params }) =>
      listPage(scope, 'setup_intent', url, params, {
        customer: params.customer,
        payment_method: params.payment_method,
      }),
  ),
]

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function requireOpen({ body }: Setup, what: string): void {
  if (open.includes(body.status)) return
  throw invalid(`You cannot ${what} this SetupIntent because it has a status of ${body.status}.`, {
    code: 'setup_intent_unexpected_state',
  })
}

async function createSetup(scope: Scope, params: z.output<typeof createParameters>): Promise<Setup> {
  if (params.customer) await scope.store.read('customer', params.customer, 'customer')
  const method = await givenMethod(scope, params)
  const automatic = params.automatic_payment_methods
  const id = newId('setup_intent')
  const body: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods:
      automatic?.enabled === false
        ? null
        : { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: scope.now,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.body.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  }
  await scope.store.insert('setup_intent', body)
  await emit(scope, 'setup_intent.created', body)
  return { body, hidden: {} }
}

async function confirmSetup(
  scope: Scope,
  setup: Setup,
  params: z.output<typeof confirmParameters>,
  by: KeyKind,
): Promise<Setup> {
  requireOpen(setup, 'confirm')
  const { body } = setup
  const given = await givenMethod(scope, params)
  const method =
    given ??
    (typeof body.payment_method === 'string'
      ? await takePaymentMethod(scope, body.payment_method)
      : undefined)
  if (!method) {
    throw invalid('You cannot confirm this SetupIntent because it has no payment method.', {
      code: 'setup_intent_unexpected_state',
    })
  }
  requireReturnUrl(body, params, by)
  return attemptSetup(scope, setup, method, {
    useSdk: params.use_stripe_sdk === true,
    returnUrl: params.return_url,
    authenticated: false,
  })
}

function answer(setup: Setup, by: KeyKind): Result {
  const view = by === 'publishable' ? browserView : (body: object) => body
  return failureOf(setup.body, view) ?? view(setup.body)
}

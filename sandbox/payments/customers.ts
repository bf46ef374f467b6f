import type Stripe from 'stripe'
import { z } from 'zod'
import { emit, emitUpdate } from '../events/emit.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import {
  addressParameter,
  anything,
  emptyable,
  listParameters,
  metadata,
  parameters,
  text,
} from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import { newId } from '../store/ids.ts'
import { mergeMetadata } from './metadata.ts'
import { attach, takePaymentMethod } from './paymentMethods.ts'

const url = '/v1/customers'

const writable = {
  address: emptyable(addressParameter()).optional(),
  description: emptyable(text()).optional(),
  email: emptyable(text(512)).optional(),
  invoice_settings: z
    .strictObject({
      default_payment_method: emptyable(text(200)).optional(),
      footer: anything().optional(),
      custom_fields: anything().optional(),
      rendering_options: anything().optional(),
    })
    .optional(),
  metadata: metadata().optional(),
  name: emptyable(text(256)).optional(),
  phone: emptyable(text(64)).optional(),
  preferred_locales: z.array(text(20)).optional(),
}

const createParameters = parameters({ ...writable, payment_method: text(200).optional() })
const updateParameters = parameters(writable)
type Written = z.output<typeof updateParameters>

export const customerEndpoints: StripeEndpoint[] = [
  endpoint('POST', url, createParameters, ({ scope, params }) => createCustomer(scope, params)),
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('customer', id)).body
  }),
  endpoint('POST', `${url}/:id`, updateParameters, ({ scope, id, params }) =>
    updateCustomer(scope, id, params),
  ),
  endpoint('GET', url, listParameters({ email: text(512).optional() }), ({ scope, params }) =>
    listPage(scope, 'customer', url, params, { email: params.email }),
  ),
]

export async function createCustomer(
  scope: Scope,
  params: z.output<typeof createParameters>,
): Promise<Stripe.Customer> {
  const blank: Stripe.Customer = {
    id: newId('customer'),
    object: 'customer',
    address: null,
    balance: 0,
    created: scope.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  const { payment_method: methodId } = params
  const method = methodId && (await attach(scope, await takePaymentMethod(scope, methodId), blank.id))
  const customer = await written(scope, blank, params, method ? method.body.id : undefined)
  await scope.store.insert('customer', customer)
  await emit(scope, 'customer.created', customer)
  return customer
}

async function updateCustomer(scope: Scope, id: string, params: Written): Promise<Stripe.Customer> {
  const { body, hidden } = await scope.store.lock('customer', id)
  const updated = await written(scope, body, params)
  await scope.store.save('customer', { body: updated, hidden })
  await emitUpdate(scope, 'customer.updated', body, updated)
  return updated
}

/** @throws 400 when the default payment method is not the customer's. */
async function written(
  scope: Scope,
  before: Stripe.Customer,
  params: Written,
  attached?: string,
): Promise<Stripe.Customer> {
  const method = params.invoice_settings?.default_payment_method
  if (method && method !== attached)
    await requireOwnMethod(scope, before.id, method, 'invoice_settings[default_payment_method]')
  return {
    ...before,
    address:
      params.address === undefined ? (before.address ?? null) : (params.address as Stripe.Address | null),
    description: params.description === undefined ? before.description : params.description,
    email: params.email === undefined ? before.email : params.email,
    name: params.name === undefined ? (before.name ?? null) : params.name,
    phone: params.phone === undefined ? (before.phone ?? null) : params.phone,
    preferred_locales: params.preferred_locales ?? before.preferred_locales ?? [],
    metadata: mergeMetadata(before.metadata, params.metadata),
    invoice_settings: {
      ...before.invoice_settings,
      default_payment_method: method === undefined ? before.invoice_settings.default_payment_method : method,
    },
  }
}

/** @throws 400 `resource_missing` for a payment method that is not attached to this customer. */
export async function requireOwnMethod(
  { store }: Scope,
  customer: string,
  method: string,
  param: string,
): Promise<void> {
  const { body } = await store.read('payment_method', method, param)
  if (body.customer === customer) return
  throw invalid(`The customer does not have a payment method with the ID ${method}; attach it first.`, {
    code: 'resource_missing',
    param,
  })
}

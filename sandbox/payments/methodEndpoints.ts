import { z } from 'zod'
import { emit, emitUpdate } from '../events/emit.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { billingDetails, integer, listParameters, metadata, parameters, text } from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import { mergeMetadata } from './metadata.ts'
import { attach, createPaymentMethod, methodData, takePaymentMethod } from './paymentMethods.ts'

const url = '/v1/payment_methods'
const listFilters = { customer: text().optional(), type: z.enum(['card']).optional() }

export const paymentMethodEndpoints: StripeEndpoint[] = [
  endpoint(
    'POST',
    url,
    parameters(methodData),
    async ({ scope, params: { expand: _expand, ...data } }) => (await createPaymentMethod(scope, data)).body,
    'browser',
  ),
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('payment_method', id)).body
  }),
  endpoint(
    'POST',
    `${url}/:id`,
    parameters({
      billing_details: billingDetails().optional(),
      card: z.strictObject({ exp_month: integer().optional(), exp_year: integer().optional() }).optional(),
      metadata: metadata().optional(),
    }),
    async ({ scope, id, params }) => {
      const method = await scope.store.lock('payment_method', id)
      const { body } = method
      const { card } = body
      const details = params.billing_details
      const updated = {
        ...body,
        billing_details: {
          ...body.billing_details,
          ...(details?.name === undefined ? {} : { name: details.name }),
          ...(details?.email === undefined ? {} : { email: details.email }),
          ...(details?.phone === undefined ? {} : { phone: details.phone }),
        },
        ...(card
          ? {
              card: {
                ...card,
                exp_month: params.card?.exp_month ?? card.exp_month,
                exp_year: params.card?.exp_year ?? card.exp_year,
              },
            }
          : {}),
        metadata: mergeMetadata(body.metadata ?? {}, params.metadata),
      }
      await scope.store.save('payment_method', { ...method, body: updated })
      await emitUpdate(scope, 'payment_method.updated', body, updated)
      return updated
    },
  ),
  endpoint(
    'POST',
    `${url}/:id/attach`,
    parameters({ customer: text(200) }),
    async ({ scope, id, params }) => {
      await scope.store.read('customer', params.customer, 'customer')
      return (await attach(scope, await takePaymentMethod(scope, id, 'payment_method'), params.customer)).body
    },
  ),
  endpoint('POST', `${url}/:id/detach`, parameters({}), async ({ scope, id }) => {
    const method = await scope.store.lock('payment_method', id)
    if (method.body.customer === null) {
      throw invalid('The payment method is not attached to a customer.', {
        code: 'payment_method_unexpected_state',
      })
    }
    const detached = { ...method, body: { ...method.body, customer: null } }
    await scope.store.save('payment_method', detached)
    await emit(scope, 'payment_method.detached', detached.body, { customer: method.body.customer })
    return detached.body
  }),
  endpoint('GET', url, listParameters(listFilters), ({ scope, params }) =>
    listPage(scope, 'payment_method', url, params, { customer: params.customer, type: params.type }),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    listParameters({ type: listFilters.type }),
    async ({ scope, id, params }) => {
      await scope.store.read('customer', id, 'customer')
      const path = `/v1/customers/${id}/payment_methods`
      return listPage(scope, 'payment_method', path, params, { customer: id, type: params.type })
    },
  ),
]

import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { listParameters, parameters, text } from '../http/parameters.ts'

const url = '/v1/charges'

/** Charges are created by payment intents; these endpoints only read them. */
export const chargeEndpoints: StripeEndpoint[] = [
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('charge', id)).body
  }),
  endpoint(
    'GET',
    url,
    listParameters({ customer: text().optional(), payment_intent: text().optional() }),
    ({ scope, params: { customer, payment_intent, ...page } }) =>
      listPage(scope, 'charge', url, page, { customer, payment_intent }),
  ),
]

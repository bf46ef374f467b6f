import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { boolean, listParameters, parameters, text } from '../http/parameters.ts'

const url = '/v1/events'

export const eventEndpoints: StripeEndpoint[] = [
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('event', id)).body
  }),
  endpoint(
    'GET',
    url,
    listParameters({
      type: text().optional(),
      types: z.array(text()).max(20).optional(),
      delivery_success: boolean().optional(),
    }),
    async ({ scope, params }) => {
      const { type, types, delivery_success: delivered } = params
      const pending = delivered === undefined ? {} : { pending_webhooks: delivered ? '0' : '1' }
      const ofTypes = types ? sql<boolean>`body ->> 'type' = any(${types})` : undefined
      return listPage(scope, 'event', url, params, { type, ...pending }, ofTypes)
    },
  ),
]

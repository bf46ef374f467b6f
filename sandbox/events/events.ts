import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../server/db/database.ts'
import { endpoint, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { boolean, listParameters, parameters, text } from '../http/parameters.ts'
import type { SandboxTables } from '../store/tables.ts'

const url = '/v1/events'
const KEPT_MILLISECONDS = 30 * 86_400_000

/** Stripe lists events for 30 days; undelivered ones are kept. */
export async function forgetEvents(tx: Tx, now: Date): Promise<void> {
  const db = tx.withTables<SandboxTables>()
  await db
    .deleteFrom('stripe_sandbox.objects')
    .where('object', '=', 'event')
    .where('id', 'in', (taken) =>
      taken
        .selectFrom('stripe_sandbox.deliveries')
        .select('event_id')
        .where('delivered_at', '<', new Date(now.getTime() - KEPT_MILLISECONDS)),
    )
    .execute()
}

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

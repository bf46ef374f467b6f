import { productOf } from '../catalogue/catalogue.ts'
import type { Scope } from '../settings.ts'
import { type Kind, kindOf } from '../store/kinds.ts'
import { listOf } from './list.ts'
import { invalid } from './problem.ts'

type Fields = { [key: string]: unknown }

/**
 * Replaces ids by their objects, as requested in `expand[]`: `latest_charge`, `data.customer`,
 * `latest_invoice.payments`.
 *
 * @throws 400 for a property that cannot be expanded.
 */
export async function expand(scope: Scope, body: object, paths: string[]): Promise<unknown> {
  let expanded: unknown = body
  for (const path of paths) expanded = await expandPath(scope, expanded, path.split('.'), path)
  return expanded
}

async function expandPath(scope: Scope, value: unknown, segments: string[], path: string): Promise<unknown> {
  const [head, ...rest] = segments
  if (head === undefined || value === null) return value
  if (Array.isArray(value)) {
    const expanded: unknown[] = []
    for (const item of value) expanded.push(await expandPath(scope, item, segments, path))
    return expanded
  }
  const fields = value as Fields
  const found = await property(scope, fields, head)
  if (found === undefined || (rest.length === 0 && found !== null && typeof found !== 'object')) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  return { ...fields, [head]: await expandPath(scope, found, rest, path) }
}

/** The value of an expanded property; undefined if the object has no such property. */
async function property(scope: Scope, fields: Fields, name: string): Promise<unknown> {
  const shownOnRequest = onRequest[`${String(fields.object)}.${name}`]
  if (shownOnRequest) return shownOnRequest(scope, String(fields.id))
  const value = fields[name]
  if (typeof value !== 'string') return value
  if (name === 'product') return productOf(scope)
  const kind: Kind | undefined = kindOf(value)
  return kind && name !== 'id' ? (await scope.store.read(kind, value)).body : value
}

/** Properties that are included only on request. */
const onRequest: Record<string, (scope: Scope, id: string) => Promise<unknown>> = {
  'charge.refunds': async ({ store }, charge) =>
    listOf(`/v1/charges/${charge}/refunds`, await store.all('refund', { charge })),
  'customer.subscriptions': async ({ store }, customer) =>
    listOf('/v1/subscriptions', await store.all('subscription', { customer })),
  'invoice.payments': async ({ store }, invoice) =>
    listOf('/v1/invoice_payments', await store.all('invoice_payment', { invoice })),
  'invoice.confirmation_secret': async ({ store }, invoice) => {
    const [payment] = await store.all('invoice_payment', { invoice })
    const intent = payment?.payment.payment_intent
    if (typeof intent !== 'string') return null
    const { body } = await store.read('payment_intent', intent)
    return { client_secret: body.client_secret, type: 'payment_intent' }
  },
}

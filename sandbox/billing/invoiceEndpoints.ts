import { z } from 'zod'
import { endpoint, Failure, type Result, type StripeEndpoint } from '../http/endpoint.ts'
import { listPage } from '../http/list.ts'
import { boolean, listParameters, parameters, text } from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import { subscriptionOf } from '../payments/lockIntent.ts'
import { takePaymentMethod } from '../payments/paymentMethods.ts'
import { failureOf } from '../payments/refusedCard.ts'
import type { Scope } from '../settings.ts'
import { cardFor, collect } from './collect.ts'
import { finalizeInvoice, type Invoice, voidInvoice } from './invoices.ts'

const url = '/v1/invoices'
const payments = '/v1/invoice_payments'

export const invoiceEndpoints: StripeEndpoint[] = [
  endpoint('GET', `${url}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('invoice', id)).body
  }),
  endpoint(
    'GET',
    url,
    listParameters({
      customer: text().optional(),
      subscription: text().optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
    }),
    ({ scope, params }) =>
      listPage(scope, 'invoice', url, params, {
        customer: params.customer,
        status: params.status,
        collection_method: params.collection_method,
        'parent.subscription_details.subscription': params.subscription,
      }),
  ),
  endpoint(
    'POST',
    `${url}/:id/pay`,
    parameters({ payment_method: text(200).optional(), off_session: boolean().optional() }),
    ({ scope, id, params }) => pay(scope, id, params.payment_method, params.off_session !== false),
  ),
  endpoint(
    'POST',
    `${url}/:id/finalize`,
    parameters({ auto_advance: boolean().optional() }),
    async ({ scope, id }) => {
      const invoice = await lockInvoice(scope, id)
      if (invoice.body.status !== 'draft')
        throw invalid('This invoice is already finalized.', { code: 'invoice_not_editable' })
      return (await finalizeInvoice(scope, invoice)).body
    },
  ),
  endpoint('POST', `${url}/:id/void`, parameters({}), async ({ scope, id }) => {
    const invoice = await lockInvoice(scope, id)
    requireOpen(invoice)
    return (await voidInvoice(scope, invoice)).body
  }),
  endpoint('GET', `${payments}/:id`, parameters({}), async ({ scope, id }) => {
    return (await scope.store.read('invoice_payment', id)).body
  }),
  endpoint(
    'GET',
    payments,
    listParameters({
      invoice: text().optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
      payment: z
        .strictObject({ type: z.enum(['payment_intent']), payment_intent: text().optional() })
        .optional(),
    }),
    ({ scope, params }) =>
      listPage(scope, 'invoice_payment', payments, params, {
        invoice: params.invoice,
        status: params.status,
        'payment.payment_intent': params.payment?.payment_intent,
      }),
  ),
]

/** Locks an invoice after its subscription, in the common lock order. */
export async function lockInvoice({ store }: Scope, id: string): Promise<Invoice> {
  const subscription = subscriptionOf((await store.read('invoice', id, 'invoice')).body)
  if (subscription !== undefined) await store.lock('subscription', subscription)
  return store.lock('invoice', id)
}

function requireOpen({ body }: Invoice): void {
  if (body.status === 'open') return
  throw invalid(`The invoice has a status of ${body.status}; only an open one can be paid or voided.`, {
    code: 'status_transition_invalid',
  })
}

async function pay(
  scope: Scope,
  id: string,
  methodId: string | undefined,
  offSession: boolean,
): Promise<Result> {
  const invoice = await lockInvoice(scope, id)
  requireOpen(invoice)
  const subscription = await scope.store.read('subscription', subscriptionOf(invoice.body) ?? '')
  const method = methodId ? await takePaymentMethod(scope, methodId) : await cardFor(scope, subscription.body)
  if (!method) {
    throw invalid('There is no payment method to pay the invoice with.', { code: 'resource_missing' })
  }
  if (method.body.customer !== null && method.body.customer !== invoice.body.customer) {
    throw invalid('The payment method belongs to another customer.', { param: 'payment_method' })
  }
  const intent = await collect(scope, invoice, method, offSession)
  const failure = failureOf(intent.body)
  if (failure) return failure
  if (intent.body.status === 'requires_action') {
    return new Failure(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'The payment has to be confirmed by its payer.',
      payment_intent: intent.body,
    })
  }
  return (await scope.store.read('invoice', id)).body
}

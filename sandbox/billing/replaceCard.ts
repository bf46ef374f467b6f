import { declines } from '../cards/declines.ts'
import { emitUpdate } from '../events/emit.ts'
import { StripeProblem } from '../http/problem.ts'
import { attach, createPaymentMethod, testCardOf } from '../payments/paymentMethods.ts'
import type { Scope } from '../settings.ts'
import { collect } from './collect.ts'
import { lockInvoice } from './invoiceEndpoints.ts'
import { changeSubscription } from './subscriptionState.ts'

/** A card as typed into a page of the sandbox. */
export interface TypedForm {
  readonly number: string
  readonly exp_month: string
  readonly exp_year: string
  readonly cvc: string
}

/**
 * Replaces the customer's card, and pays open invoices with it. The page counts as the bank's
 * authentication. Null when all is paid; otherwise why the open invoice was not.
 *
 * @throws 402 for a card that cannot be saved.
 */
export async function replaceCard(scope: Scope, customerId: string, form: TypedForm): Promise<string | null> {
  const { store } = scope
  const subscriptions = await store.all('subscription', { customer: customerId })
  const live = subscriptions.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  for (const { id } of live) await store.lock('subscription', id)
  const customer = await store.lock('customer', customerId)
  const created = await createPaymentMethod(scope, { type: 'card', card: { ...form } })
  const { decline, refusedOnSetup } = testCardOf(created)
  if (decline && refusedOnSetup) {
    throw new StripeProblem(402, { type: 'card_error', code: decline.code, message: decline.message })
  }
  const method = await attach(scope, created, customerId)
  const saved = { ...method, hidden: { ...method.hidden, setUp: true } }
  await store.save('payment_method', saved)
  const settings = { ...customer.body.invoice_settings, default_payment_method: saved.body.id }
  const changed = { ...customer.body, invoice_settings: settings }
  await store.save('customer', { ...customer, body: changed })
  await emitUpdate(scope, 'customer.updated', customer.body, changed)

  let refused: string | null = null
  for (const { id } of live) {
    const subscription = await store.read('subscription', id)
    const { body } = await changeSubscription(scope, subscription, { default_payment_method: saved.body.id })
    if (typeof body.latest_invoice !== 'string') continue
    const invoice = await lockInvoice(scope, body.latest_invoice)
    if (invoice.body.status !== 'open') continue
    const tried = await collect(scope, invoice, saved, true)
    if (['succeeded', 'processing'].includes(tried.body.status)) continue
    refused = tried.body.last_payment_error?.message ?? declines.authenticationRequired.message
  }
  return refused
}

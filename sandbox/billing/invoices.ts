import type Stripe from 'stripe'
import { emit } from '../events/emit.ts'
import { intentBody } from '../payments/intentBody.ts'
import type { Scope } from '../settings.ts'
import { newId, randomText } from '../store/ids.ts'
import type { Stored } from '../store/store.ts'
import { invoiceBody, type NewInvoice } from './invoiceBody.ts'

export type Invoice = Stored<'invoice'>

/** Stores a draft invoice; `finalizeInvoice` makes it payable. */
export async function createInvoice(scope: Scope, wanted: NewInvoice): Promise<Invoice> {
  const body = invoiceBody(scope, wanted)
  await scope.store.insert('invoice', body)
  await emit(scope, 'invoice.created', body)
  return { body, hidden: {} }
}

/** Finalizes a draft, with a payment intent to pay it; an invoice of zero is paid at once. */
export async function finalizeInvoice(scope: Scope, { body, hidden }: Invoice): Promise<Invoice> {
  const { now, settings } = scope
  const final: Invoice = {
    hidden,
    body: {
      ...body,
      status: 'open',
      number: `DUG-${randomText(8).toUpperCase()}`,
      effective_at: now,
      hosted_invoice_url: `${settings.publicBase()}/invoices/${body.id}`,
      status_transitions: { ...body.status_transitions, finalized_at: now },
    },
  }
  await scope.store.save('invoice', final)
  await emit(scope, 'invoice.finalized', final.body)
  if (body.amount_due === 0) return payInvoice(scope, final)
  await createInvoicePayment(scope, final.body)
  return final
}

async function createInvoicePayment(scope: Scope, invoice: Stripe.Invoice): Promise<void> {
  const intent = intentBody(scope, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(invoice.customer),
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    receiptEmail: invoice.customer_email,
    setupFutureUsage: 'off_session',
    automatic: null,
  })
  const payment: Stripe.InvoicePayment = {
    id: newId('invoice_payment'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: scope.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  await scope.store.insert('payment_intent', intent, { invoice: invoice.id })
  await emit(scope, 'payment_intent.created', intent)
  await scope.store.insert('invoice_payment', payment)
}

/** The intent that pays an invoice, locked; undefined for an invoice of zero. */
export async function lockInvoiceIntent(
  { store }: Scope,
  invoice: string,
): Promise<Stored<'payment_intent'> | undefined> {
  const [payment] = await store.all('invoice_payment', { invoice })
  const intent = payment?.payment.payment_intent
  return typeof intent === 'string' ? store.lock('payment_intent', intent) : undefined
}

/** Marks an invoice as paid. */
export async function payInvoice(scope: Scope, { body, hidden }: Invoice): Promise<Invoice> {
  const { now, store } = scope
  const paid: Invoice = {
    hidden,
    body: {
      ...body,
      status: 'paid',
      amount_paid: body.amount_due,
      amount_remaining: 0,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...body.status_transitions, paid_at: now },
    },
  }
  await store.save('invoice', paid)
  for (const payment of await store.all('invoice_payment', { invoice: body.id })) {
    const done: Stripe.InvoicePayment = {
      ...payment,
      status: 'paid',
      amount_paid: payment.amount_requested,
      status_transitions: { ...payment.status_transitions, paid_at: now },
    }
    await store.save('invoice_payment', { body: done, hidden: {} })
    await emit(scope, 'invoice_payment.paid', done)
  }
  await emit(scope, 'invoice.paid', paid.body)
  await emit(scope, 'invoice.payment_succeeded', paid.body)
  return paid
}

/** Voids an open invoice. */
export async function voidInvoice(scope: Scope, { body, hidden }: Invoice): Promise<Invoice> {
  const { now, store } = scope
  const voided: Invoice = {
    hidden,
    body: {
      ...body,
      status: 'void',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...body.status_transitions, voided_at: now },
    },
  }
  await store.save('invoice', voided)
  for (const payment of await store.all('invoice_payment', { invoice: body.id })) {
    const canceled: Stripe.InvoicePayment = {
      ...payment,
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    }
    await store.save('invoice_payment', { body: canceled, hidden: {} })
  }
  const intent = await lockInvoiceIntent(scope, body.id)
  if (intent && !['succeeded', 'processing', 'canceled'].includes(intent.body.status)) {
    const canceled: Stripe.PaymentIntent = {
      ...intent.body,
      status: 'canceled',
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
    }
    await store.save('payment_intent', { body: canceled, hidden: { invoice: body.id } })
    await emit(scope, 'payment_intent.canceled', canceled)
  }
  await emit(scope, 'invoice.voided', voided.body)
  return voided
}

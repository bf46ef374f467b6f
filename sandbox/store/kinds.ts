import type Stripe from 'stripe'

/** Every kind of object that is kept, in the shape of the API version that the `stripe` package pins. */
export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  payment_method: Stripe.PaymentMethod
  customer: Stripe.Customer
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  event: EventObject
  'billing_portal.session': Stripe.BillingPortal.Session
}

/** An event before it is told apart by its type. */
export type EventObject = Omit<Stripe.Event, 'type' | 'data'> & {
  type: Stripe.Event.Type
  data: { object: object; previous_attributes?: object }
}

export type Kind = keyof Kinds

/** How Stripe begins the ids of a kind. */
export const prefixes: Record<Kind, string> = {
  payment_intent: 'pi',
  setup_intent: 'seti',
  charge: 'ch',
  refund: 're',
  payment_method: 'pm',
  customer: 'cus',
  subscription: 'sub',
  invoice: 'in',
  invoice_payment: 'inpay',
  event: 'evt',
  'billing_portal.session': 'bps',
}

/** The kind of object that an id names; undefined for what is not kept. */
export const kindOf = (id: string): Kind | undefined =>
  (Object.keys(prefixes) as Kind[]).find((kind) => id.startsWith(`${prefixes[kind]}_`))

import type Stripe from 'stripe'

/** Every kind of stored object, in the shape of the API version that the `stripe` package pins. */
export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  payment_method: Stripe.PaymentMethod
  customer: Stripe.Customer
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  price: Stripe.Price
  event: EventObject
  'billing_portal.session': Stripe.BillingPortal.Session
}

/** An event without a narrowed type. */
export type EventObject = Omit<Stripe.Event, 'type' | 'data'> & {
  type: Stripe.Event.Type
  data: { object: object; previous_attributes?: object }
}

export type Kind = keyof Kinds

/** Stripe's id prefix of each kind. */
export const prefixes: Record<Kind, string> = {
  payment_intent: 'pi',
  setup_intent: 'seti',
  charge: 'ch',
  refund: 're',
  dispute: 'du',
  payment_method: 'pm',
  customer: 'cus',
  subscription: 'sub',
  invoice: 'in',
  invoice_payment: 'inpay',
  price: 'price',
  event: 'evt',
  'billing_portal.session': 'bps',
}

/** The kind of object with this id; undefined for kinds that are not stored. */
export const kindOf = (id: string): Kind | undefined =>
  (Object.keys(prefixes) as Kind[]).find((kind) => id.startsWith(`${prefixes[kind]}_`))

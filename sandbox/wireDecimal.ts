import type Stripe from 'stripe'

/** A decimal as it goes over the wire, a text; the `stripe` package reads it into its own type. */
export const wireDecimal = (value: number): Stripe.Decimal => String(value) as unknown as Stripe.Decimal

import type Stripe from 'stripe'

/** A decimal as text, its form on the wire; the `stripe` package types it differently. */
export const wireDecimal = (value: number): Stripe.Decimal => String(value) as unknown as Stripe.Decimal

import type Stripe from 'stripe'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { fittingLine } from '../../../../shared/domain/money/purchaseText.ts'
import type { Context } from '../../../context.ts'
import { system, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { askProvider } from '../provider/provider.ts'
import { type Checkout, readCheckout } from '../queries.ts'

/** Of a payment intent's description, in Stripe's API. */
const MOST_CHARACTERS = 1_000

/** A checkout together with its payment intent at the provider. */
export interface OpenedIntent {
  readonly checkout: Checkout
  readonly intent: Stripe.PaymentIntent
}

/**
 * The payment intent of a checkout; created when there is none. The hold's own idempotency key makes it one intent,
 * whatever is repeated or crashes.
 */
export async function openIntent(context: Context, holdId: string): Promise<OpenedIntent | Refusal> {
  const checkout = await readCheckout(context.db, holdId)
  const known = checkout.stripe_payment_intent_id
  const intent = await askProvider(context, (stripe) =>
    known === null ? createIntent(stripe, checkout) : stripe.paymentIntents.retrieve(known),
  )
  if (intent instanceof Refusal) return intent
  if (known === null) await keepIntent(context, checkout, intent.id)
  return { checkout, intent }
}

const createIntent = (stripe: Stripe, checkout: Checkout) =>
  stripe.paymentIntents.create(
    {
      amount: centsFromDollars(checkout.total_amount),
      currency: checkout.currency,
      description: fittingLine(checkout.description ?? '', MOST_CHARACTERS),
      automatic_payment_methods: { enabled: true },
      metadata: {
        checkout_hold_id: checkout.hold_id,
        payment_transaction_id: checkout.payment_id,
        payment_type: checkout.payment_type,
      },
    },
    { idempotencyKey: `checkout-${checkout.hold_id}` },
  )

const keepIntent = (context: Context, { payment_id }: Checkout, intent: string) =>
  transaction(context.db, system, (tx) =>
    tx
      .updateTable('payment_transactions')
      .set({ stripe_payment_intent_id: intent })
      .where('id', '=', payment_id)
      .execute(),
  )

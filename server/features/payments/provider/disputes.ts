import type Stripe from 'stripe'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { system, type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { type ProviderEventHandler, recordEvent } from './events.ts'
import { askProvider } from './provider.ts'

/**
 * The provider's `charge.dispute.*` events: a cardholder's complaint to the bank. Only noted, for the staff to answer at the
 * provider; what an event says is not used, because it may be old.
 */
export const disputeEvents: ProviderEventHandler = {
  handles: ({ type }) => type.startsWith('charge.dispute.'),

  async handle(context, event) {
    const noted = { id: event.id, type: event.type, payload: event }
    const { id } = event.data.object as Stripe.Dispute
    const dispute = await askProvider(context, (stripe) => stripe.disputes.retrieve(id))
    if (dispute instanceof Refusal) return dispute
    await transaction(context.db, system, async (tx) => {
      if (await recordEvent(tx, noted, context.clock.now())) await writeDispute(tx, dispute)
    })
    return undefined
  },
}

/** A dispute of a payment that is not ours, made by hand at the provider, is left out. */
async function writeDispute(tx: Tx, dispute: Stripe.Dispute): Promise<void> {
  const intent =
    typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id
  const payment = await tx
    .selectFrom('payment_transactions')
    .select('id')
    .where('stripe_payment_intent_id', '=', intent ?? '')
    .executeTakeFirst()
  if (!payment) return
  const due = dispute.evidence_details?.due_by
  const now = {
    amount: decimalFromCents(dispute.amount),
    reason: dispute.reason,
    status: dispute.status,
    respond_by: due ? new Date(due * 1_000) : null,
  }
  await tx
    .insertInto('payment_disputes')
    .values({ payment_transaction_id: payment.id, stripe_dispute_id: dispute.id, ...now })
    .onConflict((conflict) => conflict.column('stripe_dispute_id').doUpdateSet(now))
    .execute()
}

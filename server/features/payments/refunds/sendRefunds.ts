import Stripe from 'stripe'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Context } from '../../../context.ts'
import { system, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { askProvider } from '../provider/provider.ts'
import { failRefund, recordRefund } from './recordRefunds.ts'

type RefundContext = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>

const AT_ONCE_MOST = 20
/** How long one attempt may take before another may begin; then ever longer between them, up to an hour. */
const LEASE_MINUTES = 2
const MOST_MINUTES_BETWEEN = 60

/**
 * Asks the provider for the refunds that were recorded, after the commit. An attempt that failed, or
 * whose answer was lost, is repeated under the same idempotency key, so nothing is refunded twice.
 */
export async function sendRefunds(context: RefundContext): Promise<void> {
  if (!context.payments.stripe) return
  for (const refund of await claimRefunds(context)) await sendRefund(context, refund)
}

/** The same for the refunds of one payment, due or not: someone is waiting. What can still be undone waits all the same. */
export async function sendRefundsOf(context: RefundContext, paymentId: string): Promise<void> {
  await transaction(context.db, system, (tx) =>
    tx
      .updateTable('payment_refunds')
      .set({ next_attempt_at: context.clock.now() })
      .where('payment_transaction_id', '=', paymentId)
      .where('status', '=', 'pending')
      .where('way', '=', 'card')
      .where(({ or, eb }) => or([eb('staff_change_id', 'is', null), eb('attempts', '>', 0)]))
      .execute(),
  )
  await sendRefunds(context)
}

/** Due refunds, with the next attempt moved so that no other process sends them at the same time. */
function claimRefunds({ db, clock }: RefundContext) {
  const now = clock.now()
  return transaction(db, system, async (tx) => {
    const due = await tx
      .selectFrom('payment_refunds')
      .select(['id', 'attempts'])
      .where('status', '=', 'pending')
      .where('way', '=', 'card')
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(AT_ONCE_MOST)
      .forUpdate()
      .skipLocked()
      .execute()
    const claimed = []
    for (const { id, attempts } of due) {
      const minutes = Math.min(LEASE_MINUTES * 2 ** attempts, MOST_MINUTES_BETWEEN)
      claimed.push(
        await tx
          .updateTable('payment_refunds as refund')
          .from('payment_transactions as payment')
          .set({ attempts: attempts + 1, next_attempt_at: new Date(now.getTime() + minutes * minuteMs) })
          .where('refund.id', '=', id)
          .whereRef('payment.id', '=', 'refund.payment_transaction_id')
          .returning(['refund.id', 'refund.amount', 'refund.attempts', 'refund.stripe_refund_id'])
          .returning(['payment.id as payment_id', 'payment.stripe_payment_intent_id as intent'])
          .executeTakeFirstOrThrow(),
      )
    }
    return claimed
  })
}
type ClaimedRefund = Awaited<ReturnType<typeof claimRefunds>>[number]

async function sendRefund(context: RefundContext, refund: ClaimedRefund): Promise<void> {
  const sent = await askProvider(context, async (stripe) => {
    // The provider knows this refund already: only its status is read.
    if (refund.stripe_refund_id !== null) return stripe.refunds.retrieve(refund.stripe_refund_id)
    // The provider keeps idempotency keys for a day, and refunds for ever.
    const earlier = refund.attempts > 1 ? await findRefund(stripe, refund) : undefined
    return earlier ?? createRefund(stripe, refund)
  })
  if (sent instanceof Refusal) return
  await transaction(context.db, system, (tx) =>
    sent === 'already refunded'
      ? failRefund(tx, refund.id, 'It had already been sent back.')
      : recordRefund(tx, refund, sent, context.clock.now()),
  )
}

async function createRefund(stripe: Stripe, { id, amount, intent }: ClaimedRefund) {
  const params = {
    payment_intent: intent ?? '',
    amount: centsFromDollars(amount),
    metadata: { payment_refund_id: id },
  }
  try {
    return await stripe.refunds.create(params, { idempotencyKey: `refund-${id}` })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') {
      return 'already refunded' as const
    }
    throw error
  }
}

async function findRefund(stripe: Stripe, { id, intent }: ClaimedRefund): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: intent ?? '', limit: 100 })
  return data.find(({ metadata }) => metadata?.payment_refund_id === id)
}

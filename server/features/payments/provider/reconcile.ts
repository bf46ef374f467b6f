import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Context } from '../../../context.ts'
import { system, transaction } from '../../../db/database.ts'
import type { Task } from '../../../jobs/tasks.ts'
import { Refusal } from '../../../refusal.ts'
import { closeIntent } from '../checkout/closeIntent.ts'
import { openIntent } from '../checkout/intents.ts'
import { sendRefunds } from '../refunds/sendRefunds.ts'
import { settlePayment } from './settle.ts'

const AT_ONCE_MOST = 50
const LEASE_MINUTES = 5
const AFTER_FAILURE_MINUTES = 60

/**
 * Settles what a crash, a lost event or a closed browser left open: reads every open payment that is due at the provider,
 * cancels those whose hold has ended, and sends refunds that are due. Safe to run at any time and concurrently.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  if (!context.payments.stripe) return
  await sendRefunds(context)
  for (const payment of await claimOpenPayments(context)) {
    const outcome = await reconcile(context, payment).catch((error: unknown) => {
      context.log.error({ err: error, payment: payment.id }, 'a payment could not be settled')
      return 'failed' as const
    })
    if (!outcome) continue
    await putOff(context, payment)
    // The provider is away, so the others would fail too; if it is only this payment, it comes last next time.
    if (outcome instanceof Refusal) return
  }
}

interface OpenPayment {
  readonly id: string
  readonly intent: string | null
  readonly holdId: string
  readonly held: boolean
}

async function claimOpenPayments({ db, clock }: Context): Promise<OpenPayment[]> {
  const now = clock.now()
  return transaction(db, system, async (tx) => {
    const due = await tx
      .selectFrom('payment_transactions as payment')
      .innerJoin('checkout_holds as hold', 'hold.id', 'payment.checkout_hold_id')
      .select([
        'payment.id',
        'payment.stripe_payment_intent_id as intent',
        'hold.id as holdId',
        'hold.status',
      ])
      .where('payment.status', 'in', ['pending', 'failed'])
      .where(({ or, eb }) => or([eb('payment.next_check_at', '<=', now), eb('hold.status', '=', 'expired')]))
      .where('payment.next_check_at', 'is not', null)
      .orderBy('payment.next_check_at')
      .limit(AT_ONCE_MOST)
      .forUpdate('payment')
      .skipLocked()
      .execute()
    if (due.length > 0) {
      await tx
        .updateTable('payment_transactions')
        .set({ next_check_at: new Date(now.getTime() + LEASE_MINUTES * minuteMs) })
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .execute()
    }
    return due.map(({ status, ...payment }) => ({ ...payment, held: status === 'held' }))
  })
}

const putOff = ({ db, clock }: Context, { id }: OpenPayment) =>
  transaction(db, system, (tx) =>
    tx
      .updateTable('payment_transactions')
      .set({ next_check_at: new Date(clock.now().getTime() + AFTER_FAILURE_MINUTES * minuteMs) })
      .where('id', '=', id)
      .execute(),
  )

async function reconcile(
  context: Context,
  { intent, holdId, held }: OpenPayment,
): Promise<Refusal | undefined> {
  // Whether an intent was created is unknown; the same idempotency key returns the same one.
  const intentId = intent ?? (await openedIntentId(context, holdId))
  if (intentId instanceof Refusal) return intentId
  const reading = held ? await settlePayment(context, intentId) : await closeIntent(context, intentId)
  return reading instanceof Refusal ? reading : undefined
}

async function openedIntentId(context: Context, holdId: string): Promise<string | Refusal> {
  const opened = await openIntent(context, holdId)
  return opened instanceof Refusal ? opened : opened.intent.id
}

/** Runs `reconcilePayments` every minute (decision record 012). */
export const reconcilePaymentsTask = (context: Context): Task => ({
  name: 'reconcile-payments',
  cron: '* * * * *',
  run: () => reconcilePayments(context),
})

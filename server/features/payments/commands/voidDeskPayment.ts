import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { nameVoided, voidDeskPayments } from '../desk/deskPayments.ts'
import { itemsOfPayment, lockPayables, writePaid } from '../payables.ts'
import { tellVoided } from '../receipts.ts'

/**
 * Takes back a payment at the desk that was noted by mistake. What it paid is unpaid again, and the payment stays as a voided
 * one; refunds of it that nobody has given are dropped.
 *
 * @returns what was voided; or `payment_not_found`, `not_a_desk_payment`, `payment_voided`, `payment_refunded`.
 */
export async function voidDeskPayment(
  tx: Tx,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<{ description: string } | Refusal> {
  const things = (await itemsOfPayment(tx, paymentId)).flatMap(({ thing }) => thing ?? [])
  const payables = await lockPayables(tx, things)
  const payment = await tx
    .selectFrom('payment_transactions')
    .select(['status', 'taken_at_desk', 'refunded_amount', 'description'])
    .where('id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!payment) return refuse('payment_not_found')
  if (!payment.taken_at_desk) return refuse('not_a_desk_payment')
  if (payment.status === 'voided') return refuse('payment_voided')
  if (payment.status !== 'completed' || Number(payment.refunded_amount) > 0) return refuse('payment_refunded')
  await nameVoided(tx, { paymentId, reason })
  for (const payable of payables) if (payable?.status === 'paid') await writePaid(tx, payable, null)
  // The database has voided it with what it paid, unless that is canceled or gone.
  await voidDeskPayments(tx, [paymentId], reason)
  await tellVoided(tx)
  return { description: payment.description ?? '' }
}

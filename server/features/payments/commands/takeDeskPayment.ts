import { randomUUID } from 'node:crypto'
import type { DeskPaymentMethod, PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { nameDeskPayment, recordDeskPayment } from '../desk/deskPayments.ts'
import { lockPayables, type Payable, readDue, writePaid } from '../payables.ts'

interface ShownItem extends PayableItem {
  readonly amount?: number | undefined
}

export interface TakenPayment extends PayableItem {
  readonly paymentId: string
  readonly cents: number
}

/**
 * Notes that things of one customer were paid at the desk: one payment for each, one receipt for all. Of two desks that take
 * the same payment at once the second waits for the first, and is refused.
 *
 * @param taken.items with the amount, in dollars, that was shown as due; compared, never trusted.
 * @returns the payments; none where nothing was due. Or `payable_not_found`, `several_customers`; or, with what of the items is
 * still due, `already_canceled`, `already_paid`, `due_changed`.
 */
export async function takeDeskPayment(
  tx: Tx,
  taken: { items: readonly ShownItem[]; method: DeskPaymentMethod; note: string | null; by: string },
  now: Date,
): Promise<{ payments: TakenPayment[]; customer: Payable } | Refusal> {
  const payables = await lockPayables(tx, taken.items)
  const found = payables.filter((payable) => payable !== undefined)
  const [customer] = found
  if (!customer || found.length < payables.length) return refuse('payable_not_found')
  const idsOf = (status: Payable['status']) =>
    found.flatMap((each) => (each.status === status ? each.id : []))
  const due = await readDue(
    tx,
    found.map(({ id }) => id),
  )
  if (idsOf('canceled').length > 0) return refuse('already_canceled', { ids: idsOf('canceled'), items: due })
  if (idsOf('paid').length > 0) return refuse('already_paid', { ids: idsOf('paid'), items: due })
  const shown = new Map(taken.items.map(({ id, amount }) => [id, amount]))
  if (due.some(({ id, amount }) => amount !== (shown.get(id) ?? amount)))
    return refuse('due_changed', { items: due })
  if (new Set(found.map(payerOf)).size > 1) return refuse('several_customers')

  await nameDeskPayment(tx, { ...taken, receiptGroup: randomUUID() })
  const payments: TakenPayment[] = []
  for (const { kind, id } of found) {
    const paymentId = await recordDeskPayment(tx, { id, at: now })
    await writePaid(tx, { kind, id }, { at: now, by: taken.by })
    if (paymentId !== null) payments.push({ kind, id, paymentId, cents: await centsOf(tx, paymentId) })
  }
  return { payments, customer }
}

/** An account, or a guest by what is known of them. */
const payerOf = ({ user_id, customer_name, customer_email }: Payable): string =>
  user_id ?? `${customer_name?.toLowerCase()}|${customer_email?.toLowerCase()}`

async function centsOf(tx: Tx, paymentId: string): Promise<number> {
  const { total_amount } = await tx
    .selectFrom('payment_transactions')
    .select('total_amount')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return centsFromDollars(total_amount)
}

import type { PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Tx } from '../../../db/database.ts'
import { kinds } from '../../../db/kinds.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { refuseChanged } from '../changes/whatChanged.ts'
import { lockPayables, type Payable, writePaid } from '../payables.ts'
import { tellVoided } from '../receipts.ts'
import { cardMoneyFor } from '../refunds/cardMoney.ts'

export interface SeenItem extends PayableItem {
  readonly kind: 'booking' | 'guest_booking' | 'lesson'
  readonly expected_revision?: number | undefined
}

/**
 * Sets all of these to pending payment, or none: the database voids what was paid for them at the desk. What is not paid is
 * left as it is.
 *
 * @returns what was changed; or `payable_not_found`, `already_canceled`, `changed_meanwhile`, or `paid_by_card`, which names
 * what a card paid (decision record 012).
 */
export async function setPendingPayment(
  tx: Tx,
  items: readonly SeenItem[],
  timeZone: string,
): Promise<Payable[] | Refusal> {
  const found = (await lockPayables(tx, items)).filter((payable) => payable !== undefined)
  if (found.length < new Set(items.map(({ id }) => id)).size) return refuse('payable_not_found')
  const paid = found.filter(({ status }) => status === 'paid')
  const byCard: Payable[] = []
  for (const { kind, id, expected_revision } of items) {
    const { table, item } = kinds[kind]
    const row = await tx
      .selectFrom(table)
      .select(['version', cardMoneyFor(item, `${table}.id`).as('card_money')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.version !== (expected_revision ?? row.version))
      return refuseChanged(tx, { table, id, version: expected_revision ?? 0 }, timeZone)
    if (row.card_money !== null) byCard.push(...paid.filter((payable) => payable.id === id))
  }
  const canceled = found.filter(({ status }) => status === 'canceled')
  if (canceled.length > 0) return refuse('already_canceled', { ids: canceled.map(({ id }) => id) })
  if (byCard.length > 0) {
    const names = new Intl.ListFormat('en-US').format(byCard.map(({ item_name }) => item_name))
    const [verb, it] = byCard.length === 1 ? ['was', 'it'] : ['were', 'them']
    return refuse(
      'paid_by_card',
      { ids: byCard.map(({ id }) => id) },
      `Nothing was changed: ${names} ${verb} paid by card. Cancel ${it} to refund the card.`,
    )
  }
  for (const payable of paid) await writePaid(tx, payable, null)
  await tellVoided(tx)
  return paid
}

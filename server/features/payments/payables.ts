import { sql } from 'kysely'
import type { DueItem, PayableItem, PayableKind } from '../../../shared/contract/payments/staffPayments.ts'
import type { Changeable } from '../../../shared/domain/bookings/changePolicy.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import { kinds, payableKinds } from '../../db/kinds.ts'
import type { PayablesView } from '../../db/tables/payments.ts'

export type Payable = PayablesView

/** A thing that can be paid, by kind and id; undefined where it does not exist. */
export const findPayable = (db: Db, { kind, id }: PayableItem): Promise<Payable | undefined> =>
  db.selectFrom('payables').selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst()

/**
 * These things as they are now, each once, kept from changing until the transaction ends. Locked in one order, so that two
 * who take several do not wait for each other.
 */
export async function lockPayables(tx: Tx, items: readonly PayableItem[]): Promise<(Payable | undefined)[]> {
  const once = [...new Map(items.map((item) => [item.id, item])).values()]
  const rows: (Payable | undefined)[] = []
  for (const item of once.sort((a, b) => a.id.localeCompare(b.id))) {
    await sql`select from ${sql.table(kinds[item.kind].table)} where id = ${item.id} for update`.execute(tx)
    rows.push(await findPayable(tx, item))
  }
  return rows
}

/** What of these things is still to be paid, soonest first; what is paid, canceled or gone is left out. */
export async function readDue(db: Db, ids: readonly string[]): Promise<DueItem[]> {
  const rows = await db
    .selectFrom('payables as payable')
    .leftJoin('participants as who', 'who.id', 'payable.participant_id')
    .select(['payable.kind', 'payable.id', 'payable.item_name as title', 'payable.starts_at'])
    .select(
      sql<string | null>`case when who.name is distinct from payable.customer_name then who.name end`.as(
        'participant_name',
      ),
    )
    .select(sql<string>`greatest(payable.total_cost - paid_for(payable.id), 0)`.as('amount'))
    .where('payable.id', 'in', ids)
    .where('payable.status', 'in', ['pending payment', 'registered'])
    .orderBy('payable.starts_at')
    .orderBy('title')
    .orderBy('payable.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    starts_at: row.starts_at.toISOString(),
    amount: dollarsFromDecimal(row.amount),
  }))
}

/** Writes that a thing is paid or is not; `by` and `at` are kept with a lesson. */
export async function writePaid(
  tx: Tx,
  { kind, id }: PayableItem,
  paid: { readonly at: Date; readonly by: string } | null,
): Promise<void> {
  if (kind === 'lesson') {
    const status = paid ? ('paid' as const) : ('pending payment' as const)
    await tx
      .updateTable('coach_bookings')
      .set({
        status,
        payment_status: status,
        paid_by_hand_at: paid?.at ?? null,
        paid_by_hand_by: paid?.by ?? null,
      })
      .where('id', '=', id)
      .execute()
    return
  }
  await sql`
    update ${sql.table(kinds[kind].table)} set status = ${paid ? 'paid' : kinds[kind].unpaid} where id = ${id}`.execute(
    tx,
  )
}

/** Cancels a registration: its seat is free. Bookings and lessons are canceled by their own commands. */
export const cancelSeat = (tx: Tx, { kind, id }: PayableItem) =>
  sql`update ${sql.table(kinds[kind].table)} set status = 'canceled' where id = ${id}`.execute(tx)

/** A thing as the rules of changes see it. */
export const changeablePayable = (payable: Payable): Changeable => ({
  status: payable.status === 'registered' ? 'pending payment' : payable.status,
  start: payable.starts_at,
  end: payable.ends_at,
  cutoffHours: payable.cutoff_hours,
})

const itemColumns = [...new Set(payableKinds.map((kind) => kinds[kind].item))]

/** The id of what `item`, a row of `payment_items`, names; null where that is deleted, and for a membership. */
export const paidThing = sql<
  string | null
>`coalesce(${sql.join(itemColumns.map((column) => sql.ref(`item.${column}`)))})`
/** Its kind. */
export const paidKind = sql<PayableKind | null>`(select kind from payables where id = ${paidThing})`

/** What a payment paid, item by item; `thing` is null where it is no longer there. */
export async function itemsOfPayment(db: Db, paymentId: string) {
  const rows = await db
    .selectFrom('payment_items as item')
    .select(['item.id', 'amount', paidKind.as('kind'), paidThing.as('thing')])
    .where('payment_transaction_id', '=', paymentId)
    .orderBy('item.id')
    .execute()
  return rows.map(({ id: itemId, amount, kind, thing: id }) => ({
    itemId,
    amount,
    thing: kind && id ? { kind, id } : null,
  }))
}

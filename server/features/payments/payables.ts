import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  mostPaidAtOnce,
  type PayableItem,
  type PayableKind,
} from '../../../shared/contract/payments/staffPayments.ts'
import type { DueItem, getTill } from '../../../shared/contract/payments/till.ts'
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

const isUnpaid = sql<boolean>`payable.status in ('pending payment', 'registered')`

/** What of these things is still to be paid, soonest first; what is paid, canceled or gone is left out. */
export const readDue = (db: Db, ids: readonly string[], now: Date): Promise<DueItem[]> =>
  readDueOf(db, sql<boolean>`payable.id = any(${ids}::uuid[]) and ${isUnpaid}`, now)

async function readDueOf(db: Db, which: RawBuilder<boolean>, now: Date): Promise<DueItem[]> {
  const due = sql<string>`greatest(payable.total_cost - paid_for(payable.id), 0)`
  const rows = await db
    .selectFrom('payables as payable')
    .leftJoin('participants as who', 'who.id', 'payable.participant_id')
    .select(['payable.kind', 'payable.id', 'payable.item_name as title', 'payable.starts_at'])
    .select(
      sql<string | null>`case when who.name is distinct from payable.customer_name then who.name end`.as(
        'participant_name',
      ),
    )
    .select(['payable.ends_at', 'payable.customer_name'])
    .select([
      due.as('amount'),
      sql<string>`contained_tax(${due}, payable.tax_percent)`.as('tax'),
      sql<number>`payable.tax_percent::float8`.as('tax_percent'),
    ])
    .select(
      sql<boolean>`payable.kind in ('booking', 'guest_booking', 'lesson')
        and payable.attendance is distinct from 'checked_in' and payable.freed_from is null
        and facility_day(payable.starts_at) = facility_day(${now})`.as('may_check_in'),
    )
    .where(which)
    .orderBy('payable.starts_at')
    .orderBy('title')
    .orderBy('payable.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    amount: dollarsFromDecimal(row.amount),
    tax: dollarsFromDecimal(row.tax),
  }))
}

/** Accounts that share a person whom they act for with one of these, and these. */
export const familyOf = (accounts: readonly string[]) => sql`(
  select unnest(${accounts}::uuid[]) as id
  union
  select theirs.user_id from participant_adults mine
  join participant_adults theirs on theirs.participant_id = mine.participant_id
  where mine.user_id = any(${accounts}::uuid[])
)`

/** Who pays for these things, or has this account, and all that is due of the whole family; past things too. */
export async function readTill(
  db: Db,
  { ids, userId }: { ids: readonly string[]; userId: string | undefined },
  now: Date,
): Promise<Till> {
  const named = await db
    .selectFrom('payables')
    .select(['user_id', 'participant_id', 'customer_name as name', 'customer_email as email'])
    .where('id', 'in', ids.length > 0 ? ids : [null as never])
    .orderBy('starts_at')
    .execute()
  const account = userId ?? named.find(({ user_id }) => user_id)?.user_id ?? null
  const customer = account
    ? await db
        .selectFrom('profiles')
        .select(['id', 'full_name as name', 'email', 'phone_number as phone'])
        .where('id', '=', account)
        .executeTakeFirst()
    : await guestOf(db, named[0])
  const { rows: family } = account
    ? await sql<{ id: string }>`select id from ${familyOf([account])} family`.execute(db)
    : { rows: [] }
  const guests = named.flatMap(({ user_id, participant_id }) => (user_id ? [] : (participant_id ?? [])))
  const items = await readDueOf(
    db,
    sql<boolean>`(
      payable.id = any(${ids}::uuid[]) or payable.user_id = any(${family.map(({ id }) => id)}::uuid[])
      or (payable.user_id is null and payable.participant_id = any(${guests}::uuid[]))
    ) and ${isUnpaid} and payable.total_cost > 0`,
    now,
  )
  return { customer: customer ?? null, items: items.slice(0, mostPaidAtOnce) }
}

type Till = z.output<(typeof getTill)['answer']>

/** A guest, as the booking names them. */
async function guestOf(
  db: Db,
  named: (Pick<Payable, 'participant_id'> & { name: string | null; email: string | null }) | undefined,
): Promise<Till['customer'] | undefined> {
  if (!named) return undefined
  const guest = await db
    .selectFrom('participants')
    .select('guest_phone')
    .where('id', '=', named.participant_id)
    .executeTakeFirst()
  return { id: null, name: named.name, email: named.email, phone: guest?.guest_phone ?? null }
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

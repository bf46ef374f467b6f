/**
 * Cash drawers. The database notes what is taken and given back at the desk (`16_drawers.sql`), numbers closings and computes what
 * had to be in a drawer; here it is read, opened, paid into and out of, and closed.
 */

import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type {
  Closing,
  closeDrawer as closeDrawerRoute,
  DrawerShift,
  listClosings,
} from '../../../../shared/contract/payments/drawers.ts'
import { countedCents } from '../../../../shared/domain/money/drawer.ts'
import { centsFromDollars, dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import { inOneLine } from '../../../../shared/domain/money/purchaseText.ts'
import { type Db, isDatabaseError, type Tx, UNIQUE_VIOLATION } from '../../../db/database.ts'
import { keyId, keyInstant, keysetList } from '../../../db/keyset.ts'
import { Refusal, refuse } from '../../../refusal.ts'

const nameOf = (account: string) =>
  sql<string | null>`(select full_name from profiles where profiles.id = ${sql.ref(account)})`

/** What has to be in a drawer, in dollars; of `drawer_shifts` as `shift`. */
export const expectedCash = sql<string>`opening_float + (
  select coalesce(sum(amount), 0) from drawer_moves where shift_id = shift.id and method = 'cash'
)`

/** The shifts that a condition finds, with all that went in and out of them. */
async function readShifts(db: Db, where: RawBuilder<boolean>): Promise<DrawerShift[]> {
  const rows = await db
    .selectFrom('drawer_shifts as shift')
    .select([
      'shift.id',
      'drawer',
      'opened_at',
      'keeper_id',
      'opening_float',
      'closed_at',
      'number',
      'counts',
    ])
    .select(['counted', 'difference_reason', 'difference_note', 'left_in_drawer', 'reader_total'])
    .select(nameOf('shift.opened_by').as('opened_by_name'))
    .select(nameOf('shift.keeper_id').as('keeper_name'))
    .select(nameOf('shift.closed_by').as('closed_by_name'))
    .select(expectedCash.as('expected'))
    .where(where)
    .orderBy('opened_at')
    .execute()
  return Promise.all(
    rows.map(async ({ expected, counted, left_in_drawer, reader_total, ...row }) => ({
      ...row,
      ...(await readMoney(db, row.id)),
      opening_float: dollarsFromDecimal(row.opening_float),
      opened_at: row.opened_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
      expected: dollarsFromDecimal(expected),
      counted: counted === null ? null : dollarsFromDecimal(counted),
      left_in_drawer: left_in_drawer === null ? null : dollarsFromDecimal(left_in_drawer),
      reader_total: reader_total === null ? null : dollarsFromDecimal(reader_total),
    })),
  )
}

/** A shift's money by method and kind, by person, and the tax in it by rate. */
async function readMoney(db: Db, shiftId: string): Promise<Pick<DrawerShift, 'moves' | 'people' | 'taxes'>> {
  const ofShift = db.selectFrom('drawer_moves as move').where('shift_id', '=', shiftId)
  const sums = [sql<number>`count(*)::integer`.as('count'), sql<string>`sum(amount)`.as('amount')] as const
  const [moves, people, taxes] = await Promise.all([
    ofShift
      .select(['method', 'kind', ...sums])
      .groupBy(['method', 'kind'])
      .orderBy('method')
      .orderBy('kind')
      .execute(),
    ofShift
      .select([nameOf('made_by').as('name'), ...sums])
      .where('kind', 'in', ['payment', 'void', 'refund'])
      .groupBy('made_by')
      .orderBy('name')
      .execute(),
    readTaxes(db, shiftId),
  ])
  const inDollars = <Row extends { amount: string }>(row: Row) => ({
    ...row,
    amount: dollarsFromDecimal(row.amount),
  })
  return { moves: moves.map(inDollars), people: people.map(inDollars), taxes: taxes.map(inDollars) }
}

async function readTaxes(db: Db, shiftId: string) {
  const { rows } = await sql<{ percent: number; amount: string }>`
    select tax_percent::float8 as percent, sum(tax) as amount from (
      select item.tax_percent, case move.kind when 'void' then -item.tax else item.tax end as tax
      from drawer_moves move
      join payment_items item using (payment_transaction_id)
      where move.shift_id = ${shiftId} and move.kind in ('payment', 'void') and item.tax > 0
      union all
      select (
        select max(tax_percent) from payment_items where payment_transaction_id = back.payment_transaction_id
      ), -back.tax
      from drawer_moves move
      join payment_refunds back on back.id = move.payment_refund_id
      where move.shift_id = ${shiftId} and back.tax > 0
    ) line
    group by tax_percent
    order by tax_percent`.execute(db)
  return rows
}

/** What is noted in no drawer, for a day. */
const outside = sql<boolean>`shift_id is null and made_at > now() - interval '1 day'`

/** The open drawers, what is in none of them, and those that were closed with what was left in each. */
export async function readDrawers(db: Db) {
  const [open, out, names] = await Promise.all([
    readShifts(db, sql<boolean>`closed_at is null`),
    db
      .selectFrom('drawer_moves')
      .select([
        sql<number>`count(*)::integer`.as('count'),
        sql<string>`coalesce(sum(amount), 0)`.as('amount'),
      ])
      .where(outside)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('drawer_shifts as shift')
      .select(['drawer', 'left_in_drawer'])
      .where('closed_at', 'is not', null)
      .where(
        sql<boolean>`not exists (
          select from drawer_shifts later where lower(later.drawer) = lower(shift.drawer) and later.number > shift.number
        )`,
      )
      .orderBy('number', 'desc')
      .limit(20)
      .execute(),
  ])
  return {
    open,
    outside: { count: out.count, amount: dollarsFromDecimal(out.amount) },
    names: names.map(({ drawer, left_in_drawer }) => ({
      drawer,
      left: dollarsFromDecimal(left_in_drawer ?? '0.00'),
    })),
  }
}

const constraintCodes = {
  drawer_shifts_one_open: 'drawer_is_open',
  drawer_shifts_one_keeper: 'keeps_a_drawer',
} as const

/** What two who open or take over at once are told: the indexes decide. */
async function refusingSecond<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Refusal> {
  try {
    return await work()
  } catch (error) {
    for (const [constraint, code] of Object.entries(constraintCodes))
      if (isDatabaseError(error, UNIQUE_VIOLATION, constraint)) return refuse(code)
    throw error
  }
}

/** @returns the shift; or `drawer_is_open`, `keeps_a_drawer`. */
export async function openDrawer(
  tx: Tx,
  { drawer, openingFloat, by }: { drawer: string; openingFloat: number; by: string },
): Promise<DrawerShift | Refusal> {
  const opened = await refusingSecond(() =>
    tx
      .insertInto('drawer_shifts')
      .values({
        drawer,
        opening_float: openingFloat.toFixed(2),
        opened_by: by,
        keeper_id: by,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return opened instanceof Refusal ? opened : theShift(tx, opened.id)
}

async function theShift(db: Db, id: string): Promise<DrawerShift> {
  const [shift] = await readShifts(db, sql<boolean>`shift.id = ${id}`)
  if (!shift) throw new Error(`The shift ${id} is gone.`)
  return shift
}

/** The open shift, its row locked; or why there is none. */
async function lockOpen(tx: Tx, id: string): Promise<Refusal | null> {
  const row = await tx
    .selectFrom('drawer_shifts')
    .select('closed_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('drawer_not_found')
  return row.closed_at ? refuse('drawer_closed') : null
}

/** @returns the shift; or `drawer_not_found`, `drawer_closed`. */
export async function moveCash(
  tx: Tx,
  id: string,
  move: { kind: 'paid_in' | 'paid_out'; amount: number; reason: string; by: string },
): Promise<DrawerShift | Refusal> {
  const refusal = await lockOpen(tx, id)
  if (refusal) return refusal
  const amount = (move.kind === 'paid_in' ? move.amount : -move.amount).toFixed(2)
  const { kind, reason, by: made_by } = move
  await tx
    .insertInto('drawer_moves')
    .values({ shift_id: id, kind, method: 'cash', amount, reason, made_by })
    .execute()
  return theShift(tx, id)
}

/** @returns the shift; or `drawer_not_found`, `drawer_closed`, `keeps_a_drawer`. */
export async function keepDrawer(tx: Tx, id: string, by: string): Promise<DrawerShift | Refusal> {
  const refusal = await lockOpen(tx, id)
  if (refusal) return refusal
  const kept = await refusingSecond(() =>
    tx.updateTable('drawer_shifts').set({ keeper_id: by }).where('id', '=', id).execute(),
  )
  return kept instanceof Refusal ? kept : theShift(tx, id)
}

/** @returns the shift with what was taken while none was open; or `drawer_not_found`, `drawer_closed`. */
export async function countInOutside(tx: Tx, id: string): Promise<DrawerShift | Refusal> {
  const refusal = await lockOpen(tx, id)
  if (refusal) return refusal
  await tx.updateTable('drawer_moves').set({ shift_id: id }).where(outside).execute()
  return theShift(tx, id)
}

type ClosingAsked = z.output<typeof closeDrawerRoute.body> & { readonly by: string }

/**
 * Closes a drawer. Whoever takes or gives money at this moment is waited for, or waits and finds it closed.
 *
 * @returns the closed shift; or `drawer_not_found`, `drawer_closed`, `drawer_changed` with what is expected now,
 * `difference_unexplained`, `left_more_than_counted`.
 */
export async function closeDrawer(tx: Tx, id: string, asked: ClosingAsked): Promise<DrawerShift | Refusal> {
  const refusal = await lockOpen(tx, id)
  if (refusal) return refusal
  const { expected } = await theShift(tx, id)
  if (centsFromDollars(expected) !== centsFromDollars(asked.expected))
    return refuse('drawer_changed', { expected })
  const counted = countedCents(asked.counts)
  const agrees = counted === centsFromDollars(expected)
  if (!agrees && asked.difference_reason === null) return refuse('difference_unexplained')
  if (centsFromDollars(asked.left_in_drawer) > counted) return refuse('left_more_than_counted')
  await tx
    .updateTable('drawer_shifts')
    .set({
      // Whoever waits for the row notes its money later than this.
      closed_at: sql<Date>`clock_timestamp()`,
      closed_by: asked.by,
      counts: JSON.stringify(asked.counts),
      left_in_drawer: asked.left_in_drawer.toFixed(2),
      reader_total: asked.reader_total?.toFixed(2) ?? null,
      difference_reason: agrees ? null : asked.difference_reason,
      difference_note: (!agrees && asked.difference_note) || null,
    })
    .where('id', '=', id)
    .execute()
  return theShift(tx, id)
}

const newest = keysetList('closings', [keyInstant('closed_at'), keyId('id')], 'desc')

/** Closed drawers, the newest first; or `cursor_invalid`. */
export async function readClosings(db: Db, query: z.output<(typeof listClosings)['query']>) {
  const start = newest.open(query)
  if (start instanceof Refusal) return start
  const rows = db
    .selectFrom('drawer_shifts')
    .select(['id', 'number', 'drawer', 'closed_at', 'counted', 'expected'])
    .where('closed_at', 'is not', null)
  const page = await newest.read(rows, start)
  return {
    ...page,
    items: page.items.map(({ number, closed_at, counted, expected, ...row }) => ({
      ...row,
      number: number ?? 0,
      closed_at: (closed_at ?? new Date(0)).toISOString(),
      counted: dollarsFromDecimal(counted ?? '0.00'),
      expected: dollarsFromDecimal(expected ?? '0.00'),
    })),
  }
}

/** A closed drawer with each of its entries; null where there is none. */
export async function readClosing(db: Db, id: string): Promise<Closing | null> {
  const [shift] = await readShifts(db, sql<boolean>`shift.id = ${id} and closed_at is not null`)
  if (!shift) return null
  const entries = await db
    .selectFrom('drawer_moves as move')
    .leftJoin('payment_transactions as payment', 'payment.id', 'move.payment_transaction_id')
    .select(['move.id', 'made_at', 'kind', 'method', 'amount', 'reason', 'payment.id as payment_id'])
    .select([
      'customer_name',
      sql<string | null>`coalesce(payment_description, description)`.as('description'),
    ])
    .select(nameOf('move.made_by').as('made_by_name'))
    .where('shift_id', '=', id)
    .orderBy('made_at')
    .orderBy('move.id')
    .execute()
  return {
    ...shift,
    entries: entries.map(({ description, reason, ...entry }) => ({
      ...entry,
      made_at: entry.made_at.toISOString(),
      amount: dollarsFromDecimal(entry.amount),
      text: [description && inOneLine(description), reason].filter(Boolean).join(': ') || 'Payment',
    })),
  }
}

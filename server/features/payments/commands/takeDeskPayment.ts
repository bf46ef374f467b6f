import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeskPaymentMethod, PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import { centsFromDollars, dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayInText, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { checkIn, isAttended } from '../desk/attendance.ts'
import { nameDeskPayment, recordDeskPayment } from '../desk/deskPayments.ts'
import { familyOf, lockPayables, type Payable, readDue, writePaid } from '../payables.ts'
import { type Buyer, priceGoods, type SoldGood, sellGoods } from '../sales/goods.ts'

interface ShownItem extends PayableItem {
  readonly amount?: number | undefined
  /** Who comes to it is checked in as well. */
  readonly check_in?: boolean | undefined
}

export interface TakenPayment extends PayableItem {
  readonly paymentId: string
  readonly cents: number
}

export interface DeskTaking {
  /** With the amount, in dollars, that was shown as due; compared, never trusted. */
  readonly items: readonly ShownItem[]
  readonly method: DeskPaymentMethod
  readonly note: string | null
  readonly by: string
  /** The cash that was given, in cents; null where nobody said. */
  readonly tendered?: number | null
  readonly goods?: readonly SoldGood[]
  /** Whose goods they are, where nothing else is paid; null: nobody's. */
  readonly customerId?: string | null
}

export interface Taken {
  readonly payments: readonly TakenPayment[]
  /** Null for goods that are nobody's. */
  readonly customer: Buyer | null
  readonly goodsPaymentId: string | null
  readonly cents: number
}

/**
 * Notes that things of one customer, or of one family, were paid at the desk: one payment for each, one sale and one receipt
 * for all, in the name of who pays the first. Of two desks that take the same payment at once the second waits for the first, and is refused.
 *
 * @returns the payments; none where nothing was due. Or `payable_not_found`, `several_customers`, `tendered_short`, what
 * checking in refuses; or, with what of the items is still due, `already_canceled`, `already_paid`, `due_changed`.
 */
export async function takeDeskPayment(tx: Tx, taken: DeskTaking, now: Date): Promise<Taken | Refusal> {
  const payables = await lockPayables(tx, taken.items)
  const found = payables.filter((payable) => payable !== undefined)
  const [first] = taken.items
  const customer = found.find(({ id }) => id === first?.id)
  const { goods = [], customerId = null } = taken
  if (found.length < payables.length) return refuse('payable_not_found')
  if (found.length + goods.length === 0) return refuse('nothing_to_take')
  const idsOf = (status: Payable['status']) =>
    found.flatMap((each) => (each.status === status ? each.id : []))
  const due = await readDue(
    tx,
    found.map(({ id }) => id),
    now,
  )
  if (idsOf('canceled').length > 0) return refuse('already_canceled', { ids: idsOf('canceled'), items: due })
  const paid = found.filter(({ status }) => status === 'paid')
  if (paid.length > 0)
    return refuse('already_paid', { ids: idsOf('paid'), items: due }, await paidSentence(tx, paid, now))
  const shown = new Map(taken.items.map(({ id, amount }) => [id, amount]))
  if (due.some(({ id, amount }) => amount !== (shown.get(id) ?? amount)))
    return refuse('due_changed', { items: due })
  if (!(await isOneFamily(tx, found))) return refuse('several_customers')
  const sold = await priceGoods(tx, goods)
  if (sold instanceof Refusal) return sold
  const buyer = customer ?? (customerId ? await findBuyer(tx, customerId) : null)
  if (buyer === undefined) return refuse('user_not_found')
  const total =
    due.reduce((sum, { amount }) => sum + centsFromDollars(amount), 0) +
    sold.reduce((sum, { cents }) => sum + cents, 0)
  const tendered = taken.method === 'cash' ? (taken.tendered ?? null) : null
  if (tendered !== null && tendered < total)
    return refuse('tendered_short', { total_amount: dollarsFromCents(total) })

  const receiptGroup = randomUUID()
  await nameDeskPayment(tx, { ...taken, tendered, receiptGroup })
  const payments: TakenPayment[] = []
  for (const { kind, id } of found) {
    const paymentId = await recordDeskPayment(tx, { id, at: now })
    await writePaid(tx, { kind, id }, { at: now, by: taken.by })
    if (paymentId !== null) payments.push({ kind, id, paymentId, cents: await centsOf(tx, paymentId) })
  }
  for (const { kind, id, check_in } of taken.items) {
    const refused = check_in && isAttended(kind) ? await checkIn(tx, kind, id, now) : undefined
    if (refused) return refused
  }
  const order = taken.items.map(({ id }) => id)
  payments.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
  const goodsPaymentId =
    sold.length > 0 ? await sellGoods(tx, sold, { ...taken, buyer, receiptGroup, at: now }) : null
  return { payments, customer: buyer, goodsPaymentId, cents: total }
}

/** 'Cage 2 on Tue, Nov 24 at 4:00 PM is already paid.': another desk took it, so this one has to know which. */
async function paidSentence(tx: Tx, paid: readonly Payable[], now: Date): Promise<string> {
  const { time_zone: zone } = await tx.selectFrom('facility').select('time_zone').executeTakeFirstOrThrow()
  const today = facilityDay(now, zone)
  const names = paid.map(({ item_name, starts_at }) => {
    const day = dayInText(facilityDay(starts_at, zone), today)
    return `${item_name} on ${day} at ${formatTime(starts_at, zone)}`
  })
  return `${new Intl.ListFormat('en-US').format(names)} ${paid.length === 1 ? 'is' : 'are'} already paid.`
}

const findBuyer = (tx: Tx, id: string): Promise<Buyer | undefined> =>
  tx
    .selectFrom('profiles')
    .select(['id as user_id', 'full_name as customer_name', 'email as customer_email'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether all are paid by one customer, or by accounts that act for a person together with the first. */
async function isOneFamily(tx: Tx, found: readonly Payable[]): Promise<boolean> {
  if (new Set(found.map(payerOf)).size <= 1) return true
  const payers = found.flatMap(({ user_id }) => user_id ?? [])
  if (payers.length < found.length) return false
  const { rows } = await sql<{ id: string }>`select id from ${familyOf(payers.slice(0, 1))} family`.execute(
    tx,
  )
  return payers.every((payer) => rows.some(({ id }) => id === payer))
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

import { sql } from 'kysely'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Receipt } from '../../../shared/contract/payments/receipts.ts'
import { addressLine } from '../../../shared/domain/facility/facilityText.ts'
import {
  centsFromDollars,
  dollarsFromCents,
  dollarsFromDecimal,
  formatAmount,
  formatDollars,
} from '../../../shared/domain/money/money.ts'
import { inOneLine } from '../../../shared/domain/money/purchaseText.ts'
import { receiptNumber } from '../../../shared/domain/money/receipts.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import type { Db, Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { paidThing } from './payables.ts'

/** Whose receipts may be read: an account's own, those paid as a guest with its confirmed e-mail among them. */
export interface ReceiptReader {
  readonly id: string
  readonly email: string
}

/**
 * The receipt of a payment, with all that was paid at the desk together with it.
 *
 * @param reader null for staff, who read every receipt.
 * @returns null where there is none: the payment does not exist, is another person's or was never paid.
 */
export async function readReceipt(
  db: Db,
  paymentId: string,
  facility: Facility,
  reader: ReceiptReader | null,
): Promise<Receipt | null> {
  const rows = await db
    .selectFrom('payment_transactions as payment')
    .leftJoin('profiles as taker', 'taker.id', 'payment.taken_by')
    .select(['payment.id', 'customer_name', 'customer_email', 'total_amount', 'refunded_amount', 'status'])
    .select(['payment_method', 'card_brand', 'card_last4', 'admin_notes', 'taker.full_name as taken_by_name'])
    .select(sql<Date>`coalesce(payment_date, completed_at, payment.created_at)`.as('paid_at'))
    .select(sql<string | null>`coalesce(payment_description, description)`.as('description'))
    .select(participantsOf.as('participant_name'))
    .select(sql<number | null>`sale_number(payment.id)`.as('sale_number'))
    .where('status', 'in', ['completed', 'refunded', 'voided'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('payment.id', '=', paymentId),
        eb(
          'receipt_group',
          '=',
          selectFrom('payment_transactions as asked')
            .select('asked.receipt_group')
            .where('asked.id', '=', paymentId),
        ),
      ]),
    )
    .$if(reader !== null, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('payment.user_id', '=', reader?.id ?? ''),
          and([
            eb('payment.user_id', 'is', null),
            eb(sql`lower(payment.customer_email)`, '=', reader?.email.toLowerCase() ?? ''),
          ]),
        ]),
      ),
    )
    .orderBy('payment.created_at')
    .orderBy('description')
    // Two seats of one camp have one text; the first one's number is that of the receipt.
    .orderBy('payment.id')
    .execute()
  const asked = rows.find(({ id }) => id === paymentId)
  if (!asked) return null
  const paid = rows.filter(({ status }) => status !== 'voided')
  const sum = (amounts: string[]) =>
    dollarsFromCents(amounts.reduce((total, amount) => total + centsFromDollars(amount), 0))
  const [{ taxes, refundedTax }, { tender, corrections }] = await Promise.all([
    readTaxes(
      db,
      paid.map(({ id }) => id),
    ),
    readDocuments(db, asked.sale_number),
  ])
  return {
    receipt_number: receiptNumber(rows[0]?.id ?? paymentId, asked.sale_number),
    facility: {
      name: facility.name,
      address: addressLine(facility),
      phone: facility.phone,
      email: facility.email,
    },
    customer_name: asked.customer_name,
    customer_email: asked.customer_email,
    paid_at: asked.paid_at.toISOString(),
    payment_method: asked.payment_method,
    card_brand: asked.card_brand,
    card_last4: asked.card_last4,
    // Customers do not read the desk's notes, nor who sat there.
    taken_by_name: reader ? null : asked.taken_by_name,
    note: reader ? null : asked.admin_notes,
    lines: rows.map(({ id, description, customer_name, participant_name, total_amount, status }) => ({
      payment_id: id,
      description: inOneLine(description ?? 'Payment'),
      // Of a family's receipt: whose it is.
      participant_name: participant_name ?? (customer_name === asked.customer_name ? null : customer_name),
      amount: dollarsFromDecimal(total_amount),
      voided: status === 'voided',
    })),
    total_amount: sum(paid.map(({ total_amount }) => total_amount)),
    refunded_amount: sum(paid.map(({ refunded_amount }) => refunded_amount)),
    taxes: taxes.map(({ tax_percent, amount }) => ({
      percent: Number(tax_percent),
      amount: dollarsFromDecimal(amount),
    })),
    refunded_tax: dollarsFromDecimal(refundedTax),
    tendered: tender?.tendered ? dollarsFromDecimal(tender.tendered) : null,
    change: tender?.change ? dollarsFromDecimal(tender.change) : null,
    corrections: corrections.map(({ number, kind, issued_at, total }) => ({
      ...{ number, kind, issued_at: issued_at.toISOString(), amount: dollarsFromDecimal(total) },
    })),
  }
}

/** The sales tax in these payments by rate, and what of it was returned. */
async function readTaxes(db: Db, paymentIds: readonly string[]) {
  const [taxes, back] = await Promise.all([
    db
      .selectFrom('payment_items')
      .select(['tax_percent', sql<string>`sum(tax)`.as('amount')])
      .where(sql<boolean>`payment_transaction_id = any(${paymentIds}::uuid[])`)
      .where('tax', '>', '0')
      .groupBy('tax_percent')
      .orderBy('tax_percent')
      .execute(),
    db
      .selectFrom('payment_refunds')
      .select(sql<string>`coalesce(sum(tax), 0)`.as('amount'))
      .where(sql<boolean>`payment_transaction_id = any(${paymentIds}::uuid[])`)
      .where('status', '=', 'succeeded')
      .executeTakeFirstOrThrow(),
  ])
  return { taxes, refundedTax: back.amount }
}

/** Who takes part in what `payment` pays, other than its payer. */
const participantsOf = sql<string | null>`(
  select string_agg(distinct participants.name, ', ')
  from payment_items item
  join payables on payables.id = ${paidThing}
  join participants on participants.id = payables.participant_id
  where item.payment_transaction_id = payment.id and participants.name is distinct from payment.customer_name
)`

/** What was given in cash for a sale, and the voids and refunds that name it. */
async function readDocuments(db: Db, number: number | null) {
  const sale = db.selectFrom('sales').select('id').where('number', '=', number)
  const [tender, corrections] = await Promise.all([
    db
      .selectFrom('sale_tenders')
      .select(['tendered', 'change'])
      .where('sale_id', '=', sale)
      .where('tendered', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('sales')
      .select(['number', 'issued_at', 'total'])
      .select(sql<'void' | 'refund'>`kind`.as('kind'))
      .where('of_sale_id', '=', sale)
      .orderBy('number')
      .execute(),
  ])
  return { tender, corrections }
}

/** Issues now what the end of the transaction would, for what reads the number before. */
export const issueSales = async (tx: Tx) => {
  await sql`set constraints sale_insert, sale_update immediate`.execute(tx)
  await sql`set constraints sale_insert, sale_update deferred`.execute(tx)
}

/** Queues a receipt by mail; each request sends one. */
export const enqueueReceipt = (
  tx: Tx,
  receipt: Receipt,
  { email, userId, event, zone }: { email: string; userId: string | null; event: string; zone: string },
) =>
  enqueueMessage(tx, {
    template: 'payment-receipt',
    to: { email, userId },
    data: {
      full_name: receipt.customer_name ?? '',
      receipt_number: receipt.receipt_number,
      paid_on: formatDay(facilityDay(new Date(receipt.paid_at), zone), 'long'),
      lines: receipt.lines
        .filter(({ voided }) => !voided)
        .map(({ description, amount }) => ({
          description,
          amount: formatDollars(centsFromDollars(amount)),
        })),
      total: formatDollars(centsFromDollars(receipt.total_amount)),
      method: `${methodLine(receipt)}${taxSentence(receipt)}`,
    },
    dedupeKey: `payment-receipt:${event}`,
  })

/** Tells who got the receipt of a payment by mail that this transaction has voided it. */
export async function tellVoided(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    id: string
    sale_number: number | null
    description: string | null
    total_amount: string
    to_email: string
    to_user_id: string | null
    full_name: string
  }>`
    select distinct on (voided.id, lower(sent.to_email)) voided.id, sale_number(voided.id),
      coalesce(voided.payment_description, voided.description) as description, voided.total_amount, sent.to_email,
      sent.to_user_id, coalesce(sent.data ->> 'full_name', '') as full_name
    from payment_transactions voided
    join outbox sent on sent.template = 'payment-receipt'
      and sent.data ->> 'receipt_number' = sale_number(voided.id)::text
    where voided.status = 'voided' and voided.voided_at = now()`.execute(tx)
  for (const { id, sale_number, description, total_amount, to_email, to_user_id, full_name } of rows) {
    await enqueueMessage(tx, {
      template: 'receipt-voided',
      to: { email: to_email, userId: to_user_id },
      data: {
        full_name,
        receipt_number: receiptNumber(id, sale_number),
        description: inOneLine(description ?? 'Payment'),
        amount: formatDollars(centsFromDollars(total_amount)),
      },
      dedupeKey: `receipt-voided:${id}:${to_email}`,
    })
  }
}

const methods: Record<string, string> = { cash: 'Cash', desk_card: 'Card at the desk', other: 'At the desk' }

/** '. Included: $1.98 sales tax (8.25%)'; nothing without tax. */
function taxSentence({ taxes }: Receipt): string {
  const parts = taxes.map(({ percent, amount }) => `${formatAmount(amount)} sales tax (${percent}%)`)
  return parts.length === 0 ? '' : `. Included: ${parts.join(', ')}`
}

/** 'Cash', 'Visa ending in 4242', 'Pay in person'. */
function methodLine({ payment_method, card_brand, card_last4 }: Receipt): string {
  if (card_last4) return `${card_brand ?? 'Card'} ending in ${card_last4}`
  const method = payment_method ?? 'card'
  return methods[method] ?? `${method[0]?.toUpperCase()}${method.slice(1).replaceAll('_', ' ')}`
}

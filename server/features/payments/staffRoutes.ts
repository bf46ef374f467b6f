/** Payments as the desk and admins see, take and refund them. */

import type { z } from 'zod'
import {
  getMyPaymentReceipt,
  getPaymentReceipt,
  mailPaymentReceipt,
} from '../../../shared/contract/payments/receipts.ts'
import {
  checkInArrival as checkInArrivalRoute,
  getAllPaymentTransactions,
  getComprehensivePayments,
  getPayment,
  getRefundPreview,
  giveDeskRefund as giveDeskRefundRoute,
  listDeskRefunds,
  refundPayment,
  setPendingPayment as setPendingPaymentRoute,
  voidDeskPayment as voidDeskPaymentRoute,
} from '../../../shared/contract/payments/staffPayments.ts'
import {
  getTill,
  listDueItems,
  takeDeskPayment as takeDeskPaymentRoute,
} from '../../../shared/contract/payments/till.ts'
import { exportPayments } from '../../../shared/contract/people/exports.ts'
import {
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  formatRate,
} from '../../../shared/domain/money/money.ts'
import { inOneLine } from '../../../shared/domain/money/purchaseText.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { type DayRangeQuery, spanOf } from '../../db/dayRange.ts'
import { exportList } from '../../http/answers/csvDownload.ts'
import { type Call, type Endpoint, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { type TimeWanted, takingTime } from '../places/takingTime.ts'
import { staffTerms } from './changes/actingTerms.ts'
import { staffChange } from './changes/bookedChange.ts'
import { asCustomerRefund, type CustomerRefund, changeAnswer, refundLine } from './changes/settleChange.ts'
import type { ReleasePlace } from './checkout/releasePlace.ts'
import { checkInArrival } from './commands/checkInArrival.ts'
import {
  customersCents,
  giveDeskRefund,
  type Refundable,
  readRefundable,
  refundByStaff,
  ruledCents,
  waysOf,
} from './commands/refundByStaff.ts'
import { setPendingPayment } from './commands/setPendingPayment.ts'
import { takeDeskPayment } from './commands/takeDeskPayment.ts'
import { voidDeskPayment } from './commands/voidDeskPayment.ts'
import { readDue, readTill } from './payables.ts'
import { allPayments, paymentColumns } from './paymentFile.ts'
import { findPayment, listPayments, readDeskRefunds } from './paymentList.ts'
import { readPaymentTotals } from './paymentTotals.ts'
import { type PurchaseContext, purchaseContext } from './purchase.ts'
import { enqueueReceipt, issueSales, readReceipt } from './receipts.ts'
import { sendRefunds } from './refunds/sendRefunds.ts'

/** The payment operations of staff. Higher features say how each kind of place is released. */
export const staffPaymentEndpoints = (release: ReleasePlace): readonly Endpoint[] => [
  endpoint(getComprehensivePayments, ({ context, query }) => list(context, query)),

  endpoint(exportPayments, async (call) => {
    const { time_zone } = await call.context.facility.get()
    const filters = await filtersOf(call.context, call.query)
    return exportList(call, {
      name: 'payments',
      table: 'payment_transactions',
      columns: paymentColumns(wallClockOf(time_zone)),
      batches: allPayments(call.context.db, filters),
    })
  }),

  endpoint(getAllPaymentTransactions, ({ context, query }) => list(context, query)),

  endpoint(getPayment, async ({ db, params }) => {
    const payment = await findPayment(db, params.payment_id)
    return payment ? reply(payment) : refuse('payment_not_found')
  }),

  endpoint(listDueItems, async ({ db, now, query }) => reply({ items: await readDue(db, query.id, now) })),

  endpoint(getTill, async ({ db, now, query }) =>
    reply(await readTill(db, { ids: query.id ?? [], userId: query.user_id }, now)),
  ),

  endpoint(takeDeskPaymentRoute, take),

  endpoint(checkInArrivalRoute, checkIn),

  endpoint(setPendingPaymentRoute, setPending),

  endpoint(voidDeskPaymentRoute, async (call) => {
    const voided = { paymentId: call.params.payment_id, reason: call.body.reason }
    return runCommand(call, async (tx) => {
      const outcome = await voidDeskPayment(tx, voided)
      if (outcome instanceof Refusal) return outcome
      return reply({ message: `The payment is voided: ${inOneLine(outcome.description)}.` })
    })
  }),

  endpoint(getRefundPreview, async ({ db, now, params, user }) => {
    const [refundable, terms] = await Promise.all([
      readRefundable(db, params.payment_id),
      staffTerms(db, user.profile),
    ])
    if (!refundable) return refuse('payment_not_found')
    if (terms instanceof Refusal) return terms
    const { payment, total, left, items, byStaff } = refundable
    const [ruled, customers] = await Promise.all([
      ruledCents(db, refundable, terms.refund, now),
      customersCents(db, refundable, now),
    ])
    const limit = terms.refundLimitCents
    return reply({
      customer_name: payment.customer_name,
      customer_email: payment.customer_email,
      paid: dollarsFromCents(total),
      refunded: dollarsFromCents(total - left),
      left: dollarsFromCents(left),
      by_rule: dollarsFromCents(ruled),
      customer_gets: dollarsFromCents(customers),
      ways: waysOf(refundable),
      may_free: items.some(({ thing }) => thing !== null),
      limit: limit === null ? null : dollarsFromCents(Math.max(0, limit - byStaff)),
    })
  }),

  endpoint(refundPayment, (call) => refund(call, release)),

  endpoint(listDeskRefunds, async ({ db, query }) => {
    const page = await readDeskRefunds(db, query)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(giveDeskRefundRoute, (call) =>
    runCommand(call, async (tx) => {
      const { context, user, params } = call
      const given = await giveDeskRefund(tx, params.refund_id, user.profile.id, context.clock.now())
      if (given instanceof Refusal) return given
      return reply({ message: `${formatDollars(given.cents)} is noted as refunded.` })
    }),
  ),

  endpoint(getPaymentReceipt, async ({ context, db, params }) => {
    const receipt = await readReceipt(db, params.payment_id, await context.facility.get(), null)
    return receipt ? reply(receipt) : refuse('payment_not_found')
  }),

  endpoint(getMyPaymentReceipt, async ({ context, db, params, user }) => {
    const facility = await context.facility.get()
    const receipt = await readReceipt(db, params.payment_id, facility, user.profile)
    return receipt ? reply(receipt) : refuse('payment_not_found')
  }),

  endpoint(mailPaymentReceipt, async (call) => {
    const at = await purchaseContext(call.context)
    return runCommand(call, async (tx) => {
      const sent = await mailReceipt(tx, call.params.payment_id, call.body.email ?? null, call.requestId, at)
      return sent instanceof Refusal ? sent : reply({ message: `The receipt goes to ${sent}.` })
    })
  }),
]

async function list(
  context: Context,
  { totals: isAdded, ...query }: z.output<typeof getComprehensivePayments.query>,
) {
  const filters = await filtersOf(context, query)
  const [page, totals] = await Promise.all([
    listPayments(context.db, filters),
    isAdded && !query.cursor ? readPaymentTotals(context.db, filters) : undefined,
  ])
  return page instanceof Refusal ? page : reply({ ...page, ...(totals !== undefined && { totals }) })
}

/** The filters of the list of payments, its days as instants. */
async function filtersOf<Query extends DayRangeQuery>(context: Context, query: Query) {
  const { time_zone } = await context.facility.get()
  const { range: _, from_day: __, to_day: ___, ...filters } = query
  return { ...filters, span: spanOf(query, context.clock.now(), time_zone) }
}

function take(call: Call<typeof takeDeskPaymentRoute>) {
  const { user, body } = call
  const tendered = body.tendered === undefined ? null : centsFromDollars(body.tendered)
  const taken = {
    ...{ ...body, note: body.note ?? null, tendered, by: user.profile.id },
    customerId: body.customer_id ?? null,
  }
  return staffChange(call, {}, async (tx, { at }) => {
    const outcome = await takeDeskPayment(tx, taken, at.now)
    if (outcome instanceof Refusal) return outcome
    const { payments, customer, goodsPaymentId, cents } = outcome
    const receiptId = payments[0]?.paymentId ?? goodsPaymentId
    const email = body.receipt_email ?? null
    if (body.send_receipt) await issueSales(tx)
    const sent =
      body.send_receipt && receiptId ? await mailReceipt(tx, receiptId, email, receiptId, at) : null
    if (sent instanceof Refusal) return sent
    const from = customer ? ` from ${customer.customer_name ?? 'the customer'}` : ''
    return {
      message: `${formatDollars(cents)} taken${from}.${sent ? ` The receipt goes to ${sent}.` : ''}`,
      receipt_id: receiptId,
      total_amount: dollarsFromCents(cents),
      change: body.method === 'cash' && tendered !== null ? dollarsFromCents(tendered - cents) : null,
      goods_payment_id: goodsPaymentId,
      payments: payments.map(({ kind, id, paymentId, cents: each }) => ({
        ...{ kind, id, payment_id: paymentId, amount: dollarsFromCents(each) },
      })),
    }
  })
}

const checkIn = (call: Call<typeof checkInArrivalRoute>) =>
  staffChange(call, {}, async (tx, { at }) => {
    const { items, method = null } = call.body
    const outcome = await checkInArrival(tx, { items, method, by: call.user.profile.id }, at.now)
    if (outcome instanceof Refusal) return outcome
    const { cents } = outcome
    const name = outcome.customer.customer_name ?? 'The customer'
    const how = method === 'cash' ? ' cash' : method === 'desk_card' ? ' by card' : ''
    return {
      message: cents > 0 ? `${name} is checked in, ${formatRate(cents)}${how}.` : `${name} is checked in.`,
      total_amount: dollarsFromCents(cents),
    }
  })

const setPending = (call: Call<typeof setPendingPaymentRoute>) =>
  staffChange(call, {}, async (tx, { at }) => {
    const set = await setPendingPayment(tx, call.body.items, at.facility.time_zone)
    if (set instanceof Refusal) return set
    const of = set[0]?.customer_name ?? 'the customer'
    const what = set.length === 1 ? `The booking of ${of} is` : `${set.length} bookings of ${of} are`
    return { message: set.length > 0 ? `${what} pending payment.` : 'Nothing was paid.' }
  })

/** Queues a receipt to the customer's own address or another one, and answers which it is. */
async function mailReceipt(
  tx: Tx,
  paymentId: string,
  other: string | null,
  event: string,
  { facility }: PurchaseContext,
): Promise<string | Refusal> {
  const receipt = await readReceipt(tx, paymentId, facility, null)
  if (!receipt) return refuse('payment_not_found')
  const email = other ?? receipt.customer_email
  if (!email) return refuse('no_receipt_address')
  const zone = facility.time_zone
  await enqueueReceipt(tx, receipt, { email, userId: null, event: `${event}:${email}`, zone })
  return email
}

async function refund(call: Call<typeof refundPayment>, release: ReleasePlace) {
  const { context, user, params, body } = call
  const at = await purchaseContext(context)
  const terms = await staffTerms(context.db, user.profile, body.reason ?? null)
  if (terms instanceof Refusal) return terms
  const asked = {
    paymentId: params.payment_id,
    cents: body.amount === undefined ? null : centsFromDollars(body.amount),
    reason: body.reason ?? null,
    way: body.way,
    place: body.place,
    given: body.given && body.way === 'desk',
  }
  const acting = body.tell ? terms : { ...terms, tells: [] }
  const outcome = await takingTime(context, { userId: null }, (time: TimeWanted) =>
    runCommand(call, async (tx) => {
      const refunded = await refundByStaff(tx, asked, { at, terms: acting, time }, release)
      if (refunded instanceof Refusal) return refunded
      const back = asCustomerRefund(refunded.back)
      if (body.tell && !refunded.told) await tell(tx, refunded.refundable, back, asked)
      const line = asked.given ? `${formatDollars(back.cents)} was refunded.` : ''
      const answer = changeAnswer(
        line || 'The refund is noted.',
        asked.given ? { ...back, method: null } : back,
        'staff',
      )
      return reply({ ...answer, refund_method: back.method })
    }),
  )
  // The provider is asked once it is committed; a job repeats what does not reach it.
  void sendRefunds(context).catch((error: unknown) => context.log.warn({ err: error }, 'refunds wait'))
  return outcome
}

async function tell(
  tx: Tx,
  { payment }: Refundable,
  back: CustomerRefund,
  { place, given }: { place: 'keep' | 'free'; given: boolean },
): Promise<void> {
  if (!payment.customer_email) return
  const { id } = await tx
    .selectFrom('payment_refunds')
    .select('id')
    .where('payment_transaction_id', '=', payment.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await enqueueMessage(tx, {
    template: 'refund-by-staff',
    to: { email: payment.customer_email, userId: payment.user_id },
    data: {
      full_name: payment.customer_name ?? '',
      description: inOneLine(payment.description ?? ''),
      refund_line: given ? `our front desk gave you back ${formatDollars(back.cents)}.` : refundLine(back),
      place_line: place === 'keep' ? 'What you booked stays as it is.' : 'What you booked is canceled.',
    },
    dedupeKey: `refund-by-staff:${id}`,
  })
}

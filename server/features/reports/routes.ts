import {
  checkPayment,
  getDashboardAttention,
  getDashboardSeries,
  getDashboardStats,
} from '../../../shared/contract/people/dashboard.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { settlePayment } from '../payments/provider/settle.ts'
import { sendRefundsOf } from '../payments/refunds/sendRefunds.ts'
import { readAttention } from './attention.ts'
import { readSeries, readStats } from './figures.ts'

export const reportEndpoints = [
  endpoint(getDashboardStats, async ({ context, db, now }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readStats(db, now, time_zone))
  }),

  endpoint(getDashboardSeries, async ({ context, db, now, query }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readSeries(db, query.by, now, time_zone))
  }),

  endpoint(getDashboardAttention, async ({ context, db, now }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readAttention(db, now, time_zone))
  }),

  endpoint(checkPayment, async ({ context, db, params }) => {
    const payment = await db
      .selectFrom('payment_transactions')
      .select('stripe_payment_intent_id as intent')
      .where('id', '=', params.payment_id)
      .executeTakeFirst()
    if (!payment?.intent) return refuse('payment_not_found')
    const reading = await settlePayment(context, payment.intent)
    if (reading instanceof Refusal) return reading
    await sendRefundsOf(context, params.payment_id)
    const after = await db
      .selectFrom('payment_transactions')
      .select(['status', 'processing'])
      .where('id', '=', params.payment_id)
      .executeTakeFirstOrThrow()
    const settled = after.status !== 'pending'
    return reply({
      settled,
      message: settled
        ? 'The payment provider has answered: this payment is up to date.'
        : 'The bank is still working on this payment. It is asked again every few minutes.',
    })
  }),
]

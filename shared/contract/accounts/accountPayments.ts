import { z } from 'zod'
import { dollars, id, instant } from '../fields.ts'
import { paymentType } from '../payments/payments.ts'
import { route } from '../route.ts'
import { participation } from './participation.ts'

/** What a payment paid: tied by reference, never by time or name (decision 3). */
export const paidItem = z.object({
  kind: z.enum(['booking', 'lesson', 'class_registration', 'camp_registration', 'subscription']),
  id: id.meta({ description: 'The booking, registration or subscription.' }),
  page_id: id.nullable().meta({ description: 'The class or camp whose page tells more.' }),
  amount: dollars,
  participant: participation.participant,
  days: z.number().int().nullable().meta({ description: 'How many days of a camp it is; else null.' }),
})
export type PaidItem = z.infer<typeof paidItem>

/** A row of the payment history (spec 2 §3). */
export const customerPayment = z.object({
  id,
  payment_type: z.enum([...paymentType.options, 'goods']),
  payment_date: instant,
  payment_description: z.string().nullable(),
  booking_count: z.number().int(),
  total_amount: dollars,
  refunded_amount: dollars,
  refund_pending_amount: dollars.meta({ description: 'On its way back, not yet confirmed by the provider.' }),
  refund_at_desk_amount: dollars.meta({ description: 'To be given back by hand at the front desk.' }),
  payment_method: z.string().nullable(),
  taken_at_desk: z.boolean().meta({ description: 'Its receipt is `get-my-payment-receipt`.' }),
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  status: z.enum(['pending', 'completed', 'failed', 'refunded', 'canceled']),
  failure_message: z.string().nullable().meta({ description: 'Why the bank refused it.' }),
  next_step: z
    .enum(['update_card'])
    .nullable()
    .meta({ description: "What the customer can do: 'update_card' pays a renewal that failed." }),
  receipt_url: z.string().nullable(),
  items: z.array(paidItem).meta({ description: 'Without what has been deleted since.' }),
})
export type CustomerPayment = z.infer<typeof customerPayment>

export const getCustomerPaymentHistory = route({
  operationId: 'get_customer_payment_history_comprehensive',
  call: 'GET /api/me/payments',
  access: 'signed-in',
  summary:
    "The caller's payments, those made as a guest with the same confirmed e-mail among them, newest first: charged, on their way, or owed",
  answer: z.array(customerPayment),
})

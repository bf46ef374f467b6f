/** Receipts of payments, for the desk and for customers. */

import { z } from 'zod'
import { dollars, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddress } from '../text.ts'

export const receipt = z.object({
  receipt_number: z.string().meta({ description: 'The number of the sale, e.g. 1046.' }),
  facility: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  paid_at: instant,
  payment_method: z.string().nullable(),
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  taken_by_name: z.string().nullable(),
  note: z.string().nullable(),
  lines: z.array(
    z.object({
      payment_id: id,
      description: z.string(),
      participant_name: z
        .string()
        .nullable()
        .meta({ description: 'Who takes part, where it is not who pays.' }),
      amount: dollars,
      voided: z.boolean(),
    }),
  ),
  total_amount: dollars,
  refunded_amount: dollars,
  taxes: z.array(z.object({ percent: z.number(), amount: dollars })).meta({
    description: 'The sales tax in the total, by rate.',
  }),
  refunded_tax: dollars.meta({ description: 'The sales tax in what was refunded.' }),
  tendered: dollars.nullable().meta({ description: 'The cash that was given; null where nobody said.' }),
  change: dollars.nullable(),
  corrections: z
    .array(
      z.object({
        number: z.int(),
        kind: z.enum(['void', 'refund']),
        issued_at: instant,
        amount: dollars.meta({ description: 'Below 0 for what went back.' }),
      }),
    )
    .meta({ description: 'The voids and refunds of this sale, each a document of its own.' }),
})
export type Receipt = z.infer<typeof receipt>

export const getPaymentReceipt = route({
  operationId: 'get-payment-receipt',
  call: 'GET /api/admin/payments/:payment_id/receipt',
  access: 'desk',
  summary: 'The receipt of a payment, with all that was paid together',
  params: z.object({ payment_id: id }),
  answer: receipt,
  errors: ['payment_not_found'],
})

export const getMyPaymentReceipt = route({
  operationId: 'get-my-payment-receipt',
  call: 'GET /api/me/payments/:payment_id/receipt',
  access: 'signed-in',
  summary: "The receipt of the caller's own payment",
  params: z.object({ payment_id: id }),
  answer: receipt,
  errors: ['payment_not_found'],
})

export const mailPaymentReceipt = route({
  operationId: 'mail-payment-receipt',
  call: 'POST /api/admin/payments/:payment_id/receipt/mail',
  access: 'desk',
  summary: "Mail a payment's receipt, to the customer or to another address",
  params: z.object({ payment_id: id }),
  body: z.object({ email: emailAddress.optional() }),
  answer: z.object({ message: z.string() }),
  errors: ['payment_not_found', 'no_receipt_address'],
})

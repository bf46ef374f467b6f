/** Payments as the desk and admins see, take and refund them (spec 3 §2, §7). */

import { z } from 'zod'
import { refundFields } from '../accounts/changes.ts'
import { dayRangeQuery } from '../dayRange.ts'
import { dollars, id, instant, moneyAmount, revision } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'

/** How the desk takes money: `desk_card` is a card reader of its own, of which the provider knows nothing. */
export const deskMethod = z.enum(['cash', 'desk_card', 'other'])
export type DeskPaymentMethod = z.infer<typeof deskMethod>

/** What is paid by itself. */
export const payableKind = z.enum([
  'booking',
  'guest_booking',
  'lesson',
  'class_registration',
  'camp_registration',
  'guest_camp_registration',
])
export type PayableKind = z.infer<typeof payableKind>

export const payableItem = z.object({ kind: payableKind, id })
export type PayableItem = z.infer<typeof payableItem>

export const paymentStatus = z.enum(['pending', 'completed', 'failed', 'refunded', 'canceled', 'voided'])
export type PaymentStatus = z.infer<typeof paymentStatus>

/** A row of the payments list (spec 3 §3, 'Payment transaction'). */
export const listedPayment = z.object({
  id,
  receipt_number: z.string(),
  customer_id: id.nullable().meta({ description: 'Null for guests, and where the account is deleted.' }),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  payment_type: z.string(),
  description: z.string().nullable(),
  payment_description: z.string().nullable(),
  total_amount: dollars,
  refunded_amount: dollars,
  tax_amount: dollars.meta({ description: 'The sales tax in the total.' }),
  refund_pending_amount: dollars.meta({ description: 'On its way to the card, or to give by hand.' }),
  payment_method: z.string().nullable(),
  payment_method_details: z.record(z.string(), z.unknown()).nullable(),
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  status: paymentStatus,
  receipt_url: z.string().nullable(),
  payment_date: instant.nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  booking_count: z.number().int(),
  admin_notes: z.string().nullable(),
  stripe_charge_id: z.string().nullable(),
  stripe_payment_intent_id: z.string().nullable(),
  stripe_checkout_session_id: z.string().nullable(),
  taken_at_desk: z.boolean(),
  taken_by_name: z.string().nullable(),
})
export type ListedPayment = z.infer<typeof listedPayment>

/** How money came in: over the desk, or by the site. */
export const tender = z.enum(['cash', 'desk_card', 'other', 'online'])
export type Tender = z.infer<typeof tender>

const listQuery = pageQuery.extend({
  status_filter: paymentStatus.optional(),
  user_id: id.optional().meta({ description: 'Only of this account.' }),
  sort: z
    .enum(['newest', 'oldest'])
    .default('newest')
    .meta({ description: 'By when the money came in, or else by when it was asked for.' }),
  ...dayRangeQuery,
  method: z
    .enum([...tender.options, 'refund'])
    .optional()
    .meta({ description: "'refund': of what something went back on these days." }),
  taken_by: id.optional().meta({ description: 'Who took it at the desk.' }),
  totals: z.literal('true').optional().meta({ description: 'The first page has the sums of all pages.' }),
})

const figure = z.object({ count: z.number().int(), amount: dollars })
const paymentTotals = z.object({
  ...{ cash: figure, desk_card: figure, other: figure, online: figure },
  refunds: figure.meta({ description: 'What went back on these days, whenever it was paid.' }),
  tax_amount: dollars.meta({ description: 'The sales tax in it, without what went back; may be below 0.' }),
  net_amount: dollars.meta({ description: 'What came in less what went back; may be below 0.' }),
  staff: z
    .array(z.object({ id, full_name: z.string(), count: z.number().int() }))
    .meta({ description: 'Who took money at the desk on these days.' }),
})
export type PaymentTotals = z.infer<typeof paymentTotals>
const paymentPage = pageOf(listedPayment).extend({
  totals: paymentTotals.nullable().optional().meta({
    description:
      'Where they were asked for: of what was paid, whatever method or status is chosen; null where it is too much to add up.',
  }),
})

export const getComprehensivePayments = route({
  operationId: 'get_comprehensive_payments_admin',
  call: 'GET /api/admin/payments',
  access: 'desk',
  summary: 'All payments with search, status and sort; without a status all but what was never paid',
  query: listQuery,
  answer: paymentPage,
  errors: ['cursor_invalid'],
})

export const getAllPaymentTransactions = route({
  operationId: 'get_all_payment_transactions_for_admin',
  call: 'GET /api/admin/payment-transactions',
  access: 'desk',
  summary: 'The same list for callers of the older name',
  query: listQuery,
  answer: paymentPage,
  errors: ['cursor_invalid'],
})

const refundState = z.enum(['pending', 'succeeded', 'failed'])
const refundRow = z.object({
  id,
  amount: dollars,
  way: z.enum(['card', 'desk']),
  status: refundState.meta({ description: "By hand 'pending' is to give, 'succeeded' is given." }),
  reason: z.string(),
  note: z.string().nullable(),
  failure_message: z.string().nullable(),
  requested_by_name: z.string().nullable(),
  given_by_name: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
})

export const paymentDetails = listedPayment.extend({
  items: z.array(z.object({ kind: z.string(), id: id.nullable(), amount: dollars })),
  refunds: z.array(refundRow),
  voided_at: instant.nullable(),
  voided_by_name: z.string().nullable(),
  void_reason: z.string().nullable(),
  failure_message: z.string().nullable(),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

const named = z.object({ payment_id: id })

export const getPayment = route({
  operationId: 'get-payment',
  call: 'GET /api/admin/payments/:payment_id',
  access: 'desk',
  summary: 'One payment with what it paid and what came back',
  params: named,
  answer: paymentDetails,
  errors: ['payment_not_found'],
})

/** How many things can be paid together at the desk. */
export const mostPaidAtOnce = 100

/** What people come to by themselves, not by a list of seats. */
const attended = payableKind.extract(['booking', 'guest_booking', 'lesson'])

export const setPendingPayment = route({
  operationId: 'set-pending-payment',
  call: 'POST /api/admin/pending-payments',
  access: 'desk',
  summary:
    'Set bookings and lessons of a customer to pending payment, all or none; their payments are voided',
  body: z.object({
    items: z
      .array(
        z.object({
          kind: attended,
          id,
          expected_revision: revision.optional().meta({ description: 'The `revision` that was looked at.' }),
        }),
      )
      .min(1)
      .max(mostPaidAtOnce),
  }),
  answer: z.object({
    message: z.string(),
    undo: z
      .object({ id, until: instant })
      .nullable()
      .meta({ description: 'Null where nothing was changed.' }),
  }),
  errors: ['payable_not_found', 'already_canceled', 'paid_by_card', 'changed_meanwhile'],
})

export const checkInArrival = route({
  operationId: 'check-in-arrival',
  call: 'POST /api/admin/arrivals',
  access: 'desk',
  summary: 'Check in who arrives for a booking or lesson, and take what is due, all or nothing',
  body: z.object({
    items: z
      .array(
        z.object({
          kind: attended,
          id,
          amount: dollars.optional().meta({ description: 'What was shown as due.' }),
        }),
      )
      .min(1)
      .max(mostPaidAtOnce),
    method: deskMethod.optional().meta({ description: 'How it is paid; left out, nothing is taken.' }),
  }),
  answer: z.object({
    message: z.string(),
    total_amount: dollars,
    undo: z
      .object({ id, until: instant })
      .nullable()
      .meta({ description: 'Undoes check-in and payment together; null where nothing was changed.' }),
  }),
  errors: [
    'payable_not_found',
    'already_canceled',
    'already_paid',
    'due_changed',
    'several_customers',
    'check_in_too_early',
    'waiver_needed',
    'rest_freed',
  ],
})

export const voidDeskPayment = route({
  operationId: 'void-desk-payment',
  call: 'POST /api/admin/payments/:payment_id/void',
  access: 'desk',
  grave: true,
  summary: 'Void a payment at the desk that was noted by mistake: what it paid is unpaid again',
  params: named,
  body: z.object({ reason: manyLines(500) }),
  answer: z.object({ message: z.string() }),
  errors: ['payment_not_found', 'not_a_desk_payment', 'payment_voided', 'payment_refunded'],
})

const ways = z.enum(['card', 'desk'])

export const getRefundPreview = route({
  operationId: 'get-payment-refund-preview',
  call: 'GET /api/admin/payments/:payment_id/refund',
  access: 'desk',
  summary: 'What can be refunded of a payment, and what the policy would give',
  params: named,
  answer: z.object({
    customer_name: z.string().nullable(),
    customer_email: z.string().nullable().meta({ description: 'Null: nobody can be told.' }),
    paid: dollars,
    refunded: dollars.meta({ description: 'Also what is on its way or to be given.' }),
    left: dollars,
    by_rule: dollars.meta({ description: 'What the policy gives now when the place is canceled.' }),
    customer_gets: dollars.meta({
      description: "What the customer's own cancellation would give now, by the cut-off.",
    }),
    ways: z.array(ways),
    may_free: z.boolean().meta({ description: 'Whether a place can be canceled with it.' }),
    limit: dollars
      .nullable()
      .meta({ description: 'The most that the caller may still refund of it; null: all.' }),
  }),
  errors: ['payment_not_found'],
})

export const refundPayment = route({
  operationId: 'refund-payment',
  call: 'POST /api/admin/payments/:payment_id/refunds',
  access: 'desk',
  grave: true,
  summary: 'Refund a payment in full or in part, to the card or by hand, and keep or cancel the place',
  params: named,
  body: z.object({
    amount: moneyAmount
      .positive('Enter an amount above $0.')
      .optional()
      .meta({ description: 'Left out: what the policy gives.' }),
    reason: manyLines(500).optional().meta({
      description:
        'Needed where the amount is not what the policy gives. Kept with the refund and in the audit log.',
    }),
    way: ways,
    place: z.enum(['keep', 'free']).default('keep'),
    tell: z.boolean().default(true).meta({ description: 'Whether the customer is told by mail.' }),
    given: z.boolean().default(false).meta({ description: 'By hand: it has been given already.' }),
  }),
  status: 201,
  answer: z.object({ message: z.string(), ...refundFields }),
  errors: [
    'payment_not_found',
    'payment_not_refundable',
    'no_card_to_refund',
    'nothing_to_refund',
    'refund_exceeds_paid',
    'refund_above_limit',
    'override_reason_required',
    'override_refused',
    'booking_not_found',
    'lesson_not_found',
    'already_canceled',
    'already_over',
    'already_started',
    'changed_meanwhile',
  ],
})

export const listDeskRefunds = route({
  operationId: 'list-desk-refunds',
  call: 'GET /api/admin/desk-refunds',
  access: 'desk',
  summary: 'Refunds by hand: those to give, oldest first, or those that were given',
  query: pageQuery
    .omit({ search_query: true })
    .extend({ state: z.enum(['to_give', 'given']).default('to_give') }),
  answer: pageOf(
    refundRow.extend({
      payment_id: id,
      customer_id: id.nullable(),
      customer_name: z.string().nullable(),
      description: z.string().nullable(),
    }),
  ),
  errors: ['cursor_invalid'],
})

export const giveDeskRefund = route({
  operationId: 'give-desk-refund',
  call: 'POST /api/admin/desk-refunds/:refund_id/give',
  access: 'desk',
  summary: 'Note that a refund by hand was given',
  params: z.object({ refund_id: id }),
  answer: z.object({ message: z.string() }),
  errors: ['refund_not_found', 'refund_settled'],
})

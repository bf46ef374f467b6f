/** What is due at the desk, and taking it. */

import { z } from 'zod'
import { taxClasses } from '../../domain/money/salesTax.ts'
import { participant_name } from '../accounts/participation.ts'
import { dollars, id, idList, instant, moneyAmount, wholeNumber } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddress, manyLines, oneLine } from '../text.ts'
import { deskMethod, mostPaidAtOnce, payableItem } from './staffPayments.ts'

/** What is to be paid at the desk, and how much of it still is. */
export const dueItem = payableItem.extend({
  title: z.string().meta({ description: "e.g. 'Cage 2', 'Lesson with Casey' or a camp's name" }),
  participant_name,
  starts_at: instant,
  ends_at: instant,
  amount: dollars,
  tax: dollars.meta({ description: 'The sales tax in the amount.' }),
  tax_percent: z.number(),
  customer_name: z.string().nullable().meta({ description: 'Who pays.' }),
  may_check_in: z
    .boolean()
    .meta({ description: 'A booking or lesson of today that nobody is checked in to.' }),
})
export type DueItem = z.infer<typeof dueItem>

export const listDueItems = route({
  operationId: 'list-due-items',
  call: 'GET /api/admin/due-items',
  access: 'desk',
  summary: 'What of these bookings, lessons and registrations is still to be paid, soonest first',
  query: z.object({
    id: idList(mostPaidAtOnce).meta({ description: 'By comma. What is paid, canceled or gone is left out.' }),
  }),
  answer: z.object({ items: z.array(dueItem) }),
})

export const getTill = route({
  operationId: 'get-till',
  call: 'GET /api/admin/till',
  access: 'desk',
  summary: 'A customer and all that the customer and the family still have to pay, soonest first',
  query: z.object({
    id: idList(mostPaidAtOnce)
      .optional()
      .meta({ description: 'Bookings, lessons or registrations of the customer, by comma.' }),
    user_id: id.optional(),
  }),
  answer: z.object({
    customer: z
      .object({
        id: id.nullable().meta({ description: 'Null for guests.' }),
        name: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null where nothing and nobody was named.' }),
    items: z.array(dueItem),
  }),
})

export const takeDeskPayment = route({
  operationId: 'take-desk-payment',
  call: 'POST /api/admin/desk-payments',
  access: 'desk',
  summary: 'Note that bookings, lessons or registrations of one customer or family were paid at the desk',
  body: z.object({
    items: z
      .array(
        payableItem.extend({
          amount: dollars.optional().meta({ description: 'What was shown as due.' }),
          check_in: z.boolean().default(false).meta({ description: 'Checks in as well who comes to it.' }),
        }),
      )
      .max(mostPaidAtOnce)
      .default([]),
    goods: z
      .array(
        z.object({
          id,
          quantity: wholeNumber(1, 99),
          amount: dollars.optional().meta({ description: 'What was shown for all of them, with tax.' }),
        }),
      )
      .max(50)
      .default([]),
    customer_id: id.optional().meta({ description: 'Who buys goods where nothing else is paid.' }),
    method: deskMethod,
    tendered: moneyAmount.optional().meta({ description: 'The cash that was given; kept with the change.' }),
    note: manyLines(500).optional(),
    send_receipt: z.boolean().default(false),
    receipt_email: emailAddress.optional().meta({
      description: "Where the receipt goes. Left out: the customer's own address.",
    }),
  }),
  status: 201,
  answer: z.object({
    message: z.string(),
    receipt_id: id
      .nullable()
      .meta({ description: 'A payment whose receipt lists all; null where nothing was due.' }),
    total_amount: dollars,
    change: dollars.nullable().meta({ description: 'Of the cash that was given.' }),
    goods_payment_id: id.nullable().meta({ description: 'The payment of the goods.' }),
    payments: z.array(payableItem.extend({ payment_id: id, amount: dollars })),
    undo: z
      .object({ id, until: instant })
      .nullable()
      .meta({ description: 'Voids all of it, and takes back who was checked in.' }),
  }),
  errors: [
    'payable_not_found',
    'already_paid',
    'already_canceled',
    'due_changed',
    'several_customers',
    'nothing_to_take',
    'good_not_found',
    'goods_changed',
    'goods_sold_out',
    'user_not_found',
    'tendered_short',
    'check_in_too_early',
    'waiver_needed',
    'rest_freed',
    'no_receipt_address',
  ],
})

export const good = z.object({
  id,
  name: z.string(),
  price: dollars.meta({ description: 'Of one; with tax where prices contain it.' }),
  tax_class: z.enum(taxClasses),
  tax_percent: z.number(),
  count: z.int().nullable().meta({ description: 'How many are left; null: not counted.' }),
})
export type Good = z.infer<typeof good>

export const listGoods = route({
  operationId: 'list-goods',
  call: 'GET /api/admin/goods',
  access: 'desk',
  summary: 'What the desk sells: drinks, gloves, tokens, by name',
  answer: z.object({ items: z.array(good) }),
})

const goodFields = {
  name: oneLine(100).min(1, 'Enter a name, like Water.'),
  price: dollars.min(0.01, 'Enter a price above $0.').max(9999.99, 'Enter $9,999.99 or less.'),
  tax_class: z.enum(taxClasses),
  count: wholeNumber(0, 100_000).nullable(),
}

export const createGood = route({
  operationId: 'create-good',
  call: 'POST /api/admin/goods',
  access: 'admin',
  summary: 'Sell something more at the desk',
  body: z.object({
    ...goodFields,
    tax_class: goodFields.tax_class.default('goods'),
    count: goodFields.count.default(null),
  }),
  status: 201,
  answer: good,
  errors: ['good_exists'],
})

export const updateGood = route({
  operationId: 'update-good',
  call: 'PATCH /api/admin/goods/:good_id',
  access: 'admin',
  summary:
    'Change name, price, tax class or count; what is left out stays. Sales keep what they were sold at',
  params: z.object({ good_id: id }),
  body: z.object(goodFields).partial(),
  answer: good,
  errors: ['good_not_found', 'good_exists'],
})

export const deleteGood = route({
  operationId: 'delete-good',
  call: 'DELETE /api/admin/goods/:good_id',
  access: 'admin',
  summary: 'Sell something no longer; its sales stay',
  params: z.object({ good_id: id }),
  answer: z.object({ message: z.string() }),
  errors: ['good_not_found'],
})

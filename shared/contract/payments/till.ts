/** What is due at the desk, and taking it. */

import { z } from 'zod'
import { participant_name } from '../accounts/participation.ts'
import { dollars, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddress, manyLines } from '../text.ts'
import { deskMethod, mostPaidAtOnce, payableItem } from './staffPayments.ts'

const listOfIds = z
  .string()
  .transform((list) => [...new Set(list.toLowerCase().split(','))])
  .pipe(z.array(id).min(1).max(mostPaidAtOnce))

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
  method: 'get',
  path: '/api/admin/due-items',
  access: 'desk',
  summary: 'What of these bookings, lessons and registrations is still to be paid, soonest first',
  query: z.object({
    id: listOfIds.meta({ description: 'By comma. What is paid, canceled or gone is left out.' }),
  }),
  status: 200,
  answer: z.object({ items: z.array(dueItem) }),
  errors: [],
})

export const getTill = route({
  operationId: 'get-till',
  method: 'get',
  path: '/api/admin/till',
  access: 'desk',
  summary: 'A customer and all that the customer and the family still have to pay, soonest first',
  query: z.object({
    id: listOfIds
      .optional()
      .meta({ description: 'Bookings, lessons or registrations of the customer, by comma.' }),
    user_id: id.optional(),
  }),
  status: 200,
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
  errors: [],
})

export const takeDeskPayment = route({
  operationId: 'take-desk-payment',
  method: 'post',
  path: '/api/admin/desk-payments',
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
      .min(1)
      .max(mostPaidAtOnce),
    method: deskMethod,
    tendered: dollars.optional().meta({ description: 'The cash that was given; kept with the change.' }),
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
    payments: z.array(payableItem.extend({ payment_id: id, amount: dollars })),
  }),
  errors: [
    'payable_not_found',
    'already_paid',
    'already_canceled',
    'due_changed',
    'several_customers',
    'tendered_short',
    'check_in_too_early',
    'no_receipt_address',
  ],
})

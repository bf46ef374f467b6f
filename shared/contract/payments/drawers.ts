/** Cash drawers: opening, paying in and out, counting and closing; and the reports of what was closed. */

import { z } from 'zod'
import { bills, differenceReasons } from '../../domain/money/drawer.ts'
import { dollars, id, instant, moneyAmount, wholeNumber } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'

const counted = z.object({ count: z.number().int(), amount: z.number() })
const method = z.enum(['cash', 'desk_card', 'other'])

/** A shift of a drawer: what went in and out by kind, and, once it is closed, what was counted. */
export const drawerShift = z.object({
  id,
  drawer: z.string(),
  opened_at: instant,
  opened_by_name: z.string().nullable(),
  keeper_id: id.nullable(),
  keeper_name: z.string().nullable().meta({
    description: 'Whose money goes into it while several drawers are open.',
  }),
  opening_float: dollars,
  closed_at: instant.nullable(),
  closed_by_name: z.string().nullable(),
  number: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Of all closings, without gaps; null while open.' }),
  moves: z
    .array(counted.extend({ method, kind: z.enum(['payment', 'void', 'refund', 'paid_in', 'paid_out']) }))
    .meta({ description: 'What went in (above 0) and out, by method and kind.' }),
  expected: z.number().meta({ description: 'Dollars that have to be in it: the float and all cash since.' }),
  counts: z.record(z.string(), z.number().int()).nullable().meta({
    description: 'How many of each bill and coin, by its cents: {"2000": 3} are three of $20.',
  }),
  counted: dollars.nullable(),
  difference_reason: z.enum(differenceReasons).nullable(),
  difference_note: z.string().nullable(),
  left_in_drawer: dollars.nullable(),
  reader_total: dollars.nullable(),
  taxes: z.array(z.object({ percent: z.number(), amount: z.number() })).meta({
    description: 'The sales tax in what was taken, less what was refunded, by rate.',
  }),
  people: z.array(counted.extend({ name: z.string().nullable() })).meta({
    description: 'Who took and gave back, with the sum of each.',
  }),
})
export type DrawerShift = z.infer<typeof drawerShift>

export const getDrawers = route({
  operationId: 'get-drawers',
  call: 'GET /api/admin/drawers',
  access: 'desk',
  summary: 'The drawers that are open, what was taken while none was, and how the next ones open',
  answer: z.object({
    open: z.array(drawerShift),
    outside: counted.meta({
      description: 'Taken and refunded in the last day while no drawer was open, or not by a keeper of one.',
    }),
    names: z.array(z.object({ drawer: z.string(), left: dollars })).meta({
      description: 'Drawers that were closed, each with what was left in it, the last one first.',
    }),
  }),
})

export const openDrawer = route({
  operationId: 'open-drawer',
  call: 'POST /api/admin/drawers',
  access: 'desk',
  summary: 'Open a drawer with its float; the caller keeps it',
  body: z.object({
    drawer: oneLine(50).default('Front desk'),
    opening_float: moneyAmount.max(99_999.99, 'Enter $99,999.99 or less.'),
  }),
  status: 201,
  answer: drawerShift,
  errors: ['drawer_is_open', 'keeps_a_drawer'],
})

const named = z.object({ shift_id: id })

export const moveDrawerCash = route({
  operationId: 'move-drawer-cash',
  call: 'POST /api/admin/drawers/:shift_id/moves',
  access: 'desk',
  summary: 'Pay cash into a drawer or out of it, with the reason',
  params: named,
  body: z.object({
    kind: z.enum(['paid_in', 'paid_out']),
    amount: moneyAmount.min(0.01, 'Enter an amount above $0.').max(99_999.99, 'Enter $99,999.99 or less.'),
    reason: oneLine(500),
  }),
  status: 201,
  answer: drawerShift,
  errors: ['drawer_not_found', 'drawer_closed'],
})

export const keepDrawer = route({
  operationId: 'keep-drawer',
  call: 'POST /api/admin/drawers/:shift_id/keeper',
  access: 'desk',
  summary: 'Take over a drawer: what the caller takes from now on goes into it',
  params: named,
  body: z.object({}),
  answer: drawerShift,
  errors: ['drawer_not_found', 'drawer_closed', 'keeps_a_drawer'],
})

export const countInOutside = route({
  operationId: 'count-in-outside',
  call: 'POST /api/admin/drawers/:shift_id/outside',
  access: 'desk',
  summary: 'Count into a drawer what was taken while none was open',
  params: named,
  body: z.object({}),
  answer: drawerShift,
  errors: ['drawer_not_found', 'drawer_closed'],
})

export const closeDrawer = route({
  operationId: 'close-drawer',
  call: 'POST /api/admin/drawers/:shift_id/close',
  access: 'desk',
  summary:
    'Close a drawer with what was counted; it stays as it is, and money that comes later belongs to the next',
  params: named,
  body: z.object({
    counts: z.partialRecord(z.enum(bills.map(({ cents }) => String(cents))), wholeNumber(0, 100_000)),
    expected: z.number().meta({ description: 'What was shown. Refused where money came in since.' }),
    left_in_drawer: moneyAmount,
    reader_total: moneyAmount.nullable().default(null),
    difference_reason: z.enum(differenceReasons).nullable().default(null),
    difference_note: manyLines(500).optional(),
  }),
  answer: drawerShift,
  errors: [
    ...(['drawer_not_found', 'drawer_closed', 'drawer_changed'] as const),
    ...(['difference_unexplained', 'left_more_than_counted'] as const),
  ],
})

export const listClosings = route({
  operationId: 'list-closings',
  call: 'GET /api/admin/closings',
  access: 'desk',
  summary: 'Closed drawers, the newest first',
  query: pageQuery.pick({ cursor: true, page_size: true }),
  answer: pageOf(
    z.object({
      id,
      number: z.number().int(),
      drawer: z.string(),
      closed_at: instant,
      counted: dollars,
      expected: z.number(),
    }),
  ),
  errors: ['cursor_invalid'],
})

export const getClosing = route({
  operationId: 'get-closing',
  call: 'GET /api/admin/closings/:shift_id',
  access: 'desk',
  summary: 'The report of a closed drawer, the same for ever',
  params: named,
  answer: drawerShift.extend({
    entries: z.array(
      z.object({
        id,
        made_at: instant,
        kind: z.enum(['payment', 'void', 'refund', 'paid_in', 'paid_out']),
        method,
        amount: z.number(),
        text: z.string().meta({ description: 'What was paid, or why money was paid in or out.' }),
        payment_id: id.nullable(),
        customer_name: z.string().nullable(),
        made_by_name: z.string().nullable(),
      }),
    ),
  }),
  errors: ['drawer_not_found'],
})
export type Closing = z.infer<typeof getClosing.answer>

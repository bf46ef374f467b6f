/** What was sold, by day, week, month, item and tax class, and the lines of the documents that each figure is made of. */

import { z } from 'zod'
import { taxClasses } from '../../domain/money/salesTax.ts'
import { day, dollars, id, instant } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { csvFile } from '../people/exports.ts'
import { route } from '../route.ts'

/** Below 0 where more went back than came in. */
const balance = z.number().multipleOf(0.01)

const span = {
  from: day.meta({ description: 'The first day, of the facility.' }),
  to: day.meta({ description: 'The last day.' }),
}
const method = z.enum(['cash', 'desk_card', 'other', 'online'])
const lineFilter = z.object({
  ...span,
  item_name: z.string().max(200).optional(),
  tax_class: z.enum(taxClasses).optional(),
  method: method.optional(),
})

export const salesReportBy = z.enum(['day', 'week', 'month', 'item', 'tax_class'])
export type SalesReportBy = z.infer<typeof salesReportBy>

const figures = {
  quantity: z.int().meta({ description: 'Sold, less what was voided.' }),
  net: balance,
  tax: balance,
  total: balance,
}

export const getSalesReport = route({
  operationId: 'get-sales-report',
  call: 'GET /api/admin/sales-report',
  access: 'admin',
  summary:
    'Sales less voids and refunds by day, week, month, item or tax class, with tax by rate and totals by method',
  query: z.object({ ...span, by: salesReportBy.default('day') }),
  answer: z.object({
    rows: z.array(
      z.object({
        key: z.string().meta({ description: 'The first day of the period, the item or the tax class.' }),
        lines: lineFilter.meta({ description: 'What `list-sale-lines` takes for the rows of this figure.' }),
        ...figures,
      }),
    ),
    total: z.object(figures),
    taxes: z.array(z.object({ percent: z.number(), net: balance, tax: balance })),
    methods: z.array(z.object({ method, lines: lineFilter, amount: balance })),
  }),
})
export type SalesReport = z.infer<(typeof getSalesReport)['answer']>

export const saleLine = z.object({
  id,
  number: z.int().meta({ description: 'Of the document.' }),
  kind: z.enum(['sale', 'void', 'refund']),
  of_number: z.int().nullable().meta({ description: 'The sale that was voided or refunded.' }),
  issued_at: instant,
  item_name: z.string(),
  description: z.string(),
  tax_class: z.enum(taxClasses),
  tax_percent: z.number(),
  ...figures,
  method,
  made_by_name: z.string().nullable(),
  payment_id: id.nullable(),
})
export type SaleLine = z.infer<typeof saleLine>

export const listSaleLines = route({
  operationId: 'list-sale-lines',
  call: 'GET /api/admin/sale-lines',
  access: 'admin',
  summary: 'The lines of sales, voids and refunds, newest first',
  query: pageQuery.omit({ search_query: true }).extend(lineFilter.shape),
  answer: pageOf(saleLine),
  errors: ['cursor_invalid'],
})

export const exportSaleLines = route({
  operationId: 'export-sale-lines',
  call: 'GET /api/admin/sale-lines.csv',
  access: 'admin',
  grave: true,
  summary: 'The same lines as a CSV file, for an accountant. Audited',
  query: lineFilter,
  answer: csvFile,
  errors: ['too_many_requests'],
})

/** Never below 0: an entry is on one side or the other. */
export const journalEntry = z.object({ day, account: z.string(), debit: dollars, credit: dollars })

export const exportJournal = route({
  operationId: 'export-journal',
  call: 'GET /api/admin/journal.csv',
  access: 'admin',
  grave: true,
  summary:
    'A journal for bookkeeping: each day what came in by method against revenue by tax class and sales tax, and what drawers had too much or too little. Audited',
  query: z.object(span),
  answer: csvFile,
  errors: ['too_many_requests'],
})

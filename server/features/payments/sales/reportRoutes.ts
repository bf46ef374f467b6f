import {
  exportJournal,
  exportSaleLines,
  getSalesReport,
  listSaleLines,
} from '../../../../shared/contract/payments/salesReport.ts'
import { wallClockOf } from '../../../../shared/domain/time/wallClock.ts'
import { exportList } from '../../../http/answers/csvDownload.ts'
import { type Endpoint, endpoint, reply } from '../../../http/endpoint.ts'
import { Refusal } from '../../../refusal.ts'
import {
  allSaleLines,
  journalColumns,
  readJournal,
  readSaleLines,
  readSalesReport,
  saleLineColumns,
} from './salesReport.ts'

/** Reports of what was sold, for admins and their accountants. */
export const salesReportEndpoints: readonly Endpoint[] = [
  endpoint(getSalesReport, async ({ context, db, query }) => {
    const { time_zone } = await context.facility.get()
    return reply(await readSalesReport(db, query, time_zone))
  }),

  endpoint(listSaleLines, async ({ context, db, query }) => {
    const { time_zone } = await context.facility.get()
    const page = await readSaleLines(db, query, time_zone)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(exportSaleLines, async (call) => {
    const { time_zone } = await call.context.facility.get()
    return exportList(call, {
      name: 'sales',
      table: 'sale_lines',
      columns: saleLineColumns(wallClockOf(time_zone)),
      batches: allSaleLines(call.context.db, call.query, time_zone),
    })
  }),

  endpoint(exportJournal, async (call) => {
    const { time_zone } = await call.context.facility.get()
    const entries = await readJournal(call.context.db, call.query, time_zone)
    return exportList(call, {
      name: 'journal',
      table: 'sale_lines',
      columns: journalColumns,
      batches: (async function* () {
        yield entries
      })(),
    })
  }),
]

import { createFileRoute } from '@tanstack/react-router'
import { readDay, readText } from '../../components/searchValues.ts'
import { SalesReportPage } from '../../features/payments/staff/report/SalesReportPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

/** The report of sales with its days, its sums and the open row. */
export const Route = createFileRoute('/admin/reports_/sales')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/reports/sales'),
  validateSearch: ({
    from,
    to,
    by,
    row,
  }: Record<string, unknown>): {
    from?: string | undefined
    to?: string | undefined
    by?: string | undefined
    row?: string | undefined
  } => ({ from: readDay(from), to: readDay(to), by: readText(by), row: readText(row) }),
  component: SalesReportPage,
})

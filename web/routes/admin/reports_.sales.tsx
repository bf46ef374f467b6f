import { createFileRoute } from '@tanstack/react-router'
import {
  SalesReportPage,
  type SalesReportSearch,
} from '../../features/payments/staff/report/SalesReportPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

/** The report of sales with its days, its sums and the open row. */
export const Route = createFileRoute('/admin/reports_/sales')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/reports/sales'),
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as SalesReportSearch,
  component: SalesReportPage,
})

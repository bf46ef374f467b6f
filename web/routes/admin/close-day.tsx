import { createFileRoute } from '@tanstack/react-router'
import { read } from '../../api/read.ts'
import { readDay, readText } from '../../components/searchValues.ts'
import { CloseDayPage } from '../../features/payments/staff/drawers/CloseDayPage.tsx'
import { ClosingPage } from '../../features/payments/staff/drawers/ClosingPage.tsx'
import { SalesReportPage } from '../../features/payments/staff/report/SalesReportPage.tsx'

/** The drawer that is open, the report of a closed one, or the report of sales with its days, its sums and the open row. */
export const Route = createFileRoute('/admin/close-day')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({
    closing,
    from,
    to,
    by,
    row,
  }: Record<string, unknown>): {
    closing?: string | undefined
    from?: string | undefined
    to?: string | undefined
    by?: string | undefined
    row?: string | undefined
  } => ({
    closing: readText(closing),
    from: readDay(from),
    to: readDay(to),
    by: readText(by),
    row: readText(row),
  }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/drawers'))
  },
  component: CloseDay,
})

function CloseDay() {
  const { closing } = Route.useSearch()
  if (closing === 'report') return <SalesReportPage />
  return closing ? <ClosingPage shiftId={closing} /> : <CloseDayPage />
}

import { createFileRoute } from '@tanstack/react-router'
import type { PeriodKind } from '../../../shared/domain/bookings/figures.ts'
import { read } from '../../api/read.ts'
import { ReportsPage } from '../../features/reports/staff/ReportsPage.tsx'

export const Route = createFileRoute('/admin/reports')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ by }: Record<string, unknown>): { by?: PeriodKind | undefined } => ({
    by: by === 'week' || by === 'month' ? by : undefined,
  }),
  loaderDeps: ({ search: { by } }) => ({ by }),
  loader: ({ context: { queryClient }, deps: { by = 'day' } }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/dashboard/series', { by }))
  },
  component: Reports,
})

function Reports() {
  return <ReportsPage by={Route.useSearch().by ?? 'day'} />
}

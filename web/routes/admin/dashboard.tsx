import { createFileRoute } from '@tanstack/react-router'
import type { PeriodKind } from '../../../shared/domain/bookings/figures.ts'
import { attentionQuery, dashboardStatsQuery } from '../../api/queries/dashboard.ts'
import { read } from '../../api/read.ts'
import { DashboardPage } from '../../features/reports/staff/DashboardPage.tsx'

export const Route = createFileRoute('/admin/dashboard')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ by }: Record<string, unknown>): { by?: PeriodKind | undefined } => ({
    by: by === 'week' || by === 'month' ? by : undefined,
  }),
  loaderDeps: ({ search: { by } }) => ({ by }),
  loader: ({ context: { queryClient }, deps: { by = 'day' } }) => {
    void queryClient.prefetchQuery(dashboardStatsQuery)
    void queryClient.prefetchQuery(attentionQuery)
    void queryClient.prefetchQuery(read('GET /api/admin/dashboard/series', { by }))
  },
  component: Dashboard,
})

function Dashboard() {
  return <DashboardPage by={Route.useSearch().by ?? 'day'} />
}

import { createFileRoute } from '@tanstack/react-router'
import { type PeriodKind, periodKinds } from '../../../shared/domain/figures.ts'
import { attentionQuery, dashboardSeriesQuery, dashboardStatsQuery } from '../../api/queries/dashboard.ts'
import { DashboardPage } from '../../features/dashboard/staff/DashboardPage.tsx'

export const Route = createFileRoute('/admin/dashboard')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ by }: Record<string, unknown>): { by?: PeriodKind | undefined } => ({
    by: periodKinds.find((kind) => kind === by && kind !== 'day'),
  }),
  loaderDeps: ({ search: { by } }) => ({ by }),
  loader: ({ context: { queryClient }, deps: { by = 'day' } }) => {
    void queryClient.prefetchQuery(dashboardStatsQuery)
    void queryClient.prefetchQuery(attentionQuery)
    void queryClient.prefetchQuery(dashboardSeriesQuery(by))
  },
  component: Dashboard,
})

function Dashboard() {
  return <DashboardPage by={Route.useSearch().by ?? 'day'} />
}

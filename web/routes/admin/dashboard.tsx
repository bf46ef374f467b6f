import { createFileRoute } from '@tanstack/react-router'
import { attentionQuery, dashboardStatsQuery } from '../../api/queries/dashboard.ts'
import { DashboardPage } from '../../features/reports/staff/DashboardPage.tsx'

export const Route = createFileRoute('/admin/dashboard')({
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(dashboardStatsQuery)
    void queryClient.prefetchQuery(attentionQuery)
  },
  component: DashboardPage,
})

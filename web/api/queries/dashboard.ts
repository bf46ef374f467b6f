import { queryOptions } from '@tanstack/react-query'
import type { PeriodKind } from '../../../shared/domain/bookings/figures.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

export const dashboardKey = [...queryKeys.staff, 'dashboard']

/** The figures of the cards and panels. */
export const dashboardStatsQuery = queryOptions({
  queryKey: [...dashboardKey, 'stats'],
  queryFn: ({ signal }) => call('GET /api/admin/dashboard', {}, { signal }),
})

/** Revenue and use of the cages by period; the chart of before stays while another one is loaded. */
export const dashboardSeriesQuery = (by: PeriodKind) =>
  queryOptions({
    queryKey: [...dashboardKey, 'series', by],
    queryFn: ({ signal }) => call('GET /api/admin/dashboard/series', { by }, { signal }),
  })

const attentionMs = 60_000

/** What someone has to see to. Mail tells nobody when it fails, so it is looked at every minute. */
export const attentionQuery = queryOptions({
  queryKey: [...dashboardKey, 'attention'],
  queryFn: ({ signal }) => call('GET /api/admin/dashboard/attention', {}, { signal }),
  refetchInterval: attentionMs,
})

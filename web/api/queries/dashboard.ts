import { queryOptions } from '@tanstack/react-query'
import type { PeriodKind } from '../../../shared/domain/bookings/figures.ts'
import { api, unwrap } from '../client.ts'
import { queryKeys } from '../queryKeys.ts'

export const dashboardKey = [...queryKeys.staff, 'dashboard']

/** The figures of the cards and panels. */
export const dashboardStatsQuery = queryOptions({
  queryKey: [...dashboardKey, 'stats'],
  queryFn: ({ signal }) => unwrap(api.admin.dashboard.$get({}, { init: { signal } })),
})

/** Revenue and use of the cages by period; the chart of before stays while another one is loaded. */
export const dashboardSeriesQuery = (by: PeriodKind) =>
  queryOptions({
    queryKey: [...dashboardKey, 'series', by],
    queryFn: ({ signal }) => unwrap(api.admin.dashboard.series.$get({ query: { by } }, { init: { signal } })),
  })

const attentionMs = 60_000

/** What someone has to see to. Mail tells nobody when it fails, so it is looked at every minute. */
export const attentionQuery = queryOptions({
  queryKey: [...dashboardKey, 'attention'],
  queryFn: ({ signal }) => unwrap(api.admin.dashboard.attention.$get({}, { init: { signal } })),
  refetchInterval: attentionMs,
})

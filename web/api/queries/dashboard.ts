import { queryKeys } from '../queryKeys.ts'
import { read } from '../read.ts'

export const dashboardKey = [...queryKeys.staff, 'dashboard']

/** The figures of the cards and panels. */
export const dashboardStatsQuery = read('GET /api/admin/dashboard')

/** What someone has to see to. Mail tells nobody when it fails, so it is looked at every minute. */
export const attentionQuery = { ...read('GET /api/admin/dashboard/attention'), refetchInterval: 60_000 }

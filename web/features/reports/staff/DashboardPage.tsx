import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { PeriodKind } from '../../../../shared/domain/bookings/figures.ts'
import { areDoorsOpen } from '../../../../shared/domain/facility/doors.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { attentionQuery, dashboardKey, dashboardStatsQuery } from '../../../api/queries/dashboard.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { openingQuery } from '../../../api/queries/opening.ts'
import { useSession } from '../../../api/session.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { OpeningPanel } from '../../settings/staff/opening/OpeningPanel.tsx'
import { AttentionPanel } from './AttentionPanel.tsx'
import { Charts } from './Charts.tsx'
import classes from './DashboardPage.module.css'
import { FigureCards, FigurePanels } from './Figures.tsx'

const OwnFacility = lazyExtra(() => import('../../settings/staff/opening/OwnFacility.tsx'))

/** /admin/dashboard (spec 3 §2): how the facility stands, and what someone has to see to. */
export function DashboardPage({ by }: { by: PeriodKind }) {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching({ queryKey: dashboardKey }) > 0
  const facility = useQuery(facilityQuery).data
  const now = useMinuteClock()
  const today = facility && facilityDay(now, facility.time_zone)
  const stats = useQuery(dashboardStatsQuery)
  useLiveQueries({
    payments: [dashboardStatsQuery.queryKey, attentionQuery.queryKey],
    ...(today && { [topicName('desk', today)]: [dashboardStatsQuery.queryKey, attentionQuery.queryKey] }),
  })
  return (
    <StaffPage
      title="Dashboard"
      refresh={{
        onRefresh: () => void queryClient.invalidateQueries({ queryKey: dashboardKey }),
        isFetching,
      }}
    >
      <p className={classes.date}>{today ? formatDay(today, 'long') : ' '}</p>
      <Suspense>
        <OwnFacility />
      </Suspense>
      <WhatIsLeft facility={facility} />
      {stats.error && (
        <ErrorAlert
          error={stats.error}
          text={`Error: ${stats.error.message}`}
          onRetry={() => void stats.refetch()}
        />
      )}
      <FigureCards stats={stats.data} />
      <AttentionPanel timeZone={facility?.time_zone} />
      <Charts by={by} today={today} />
      <FigurePanels stats={stats.data} />
    </StaffPage>
  )
}

/** What is left to do before the doors open, until it is done or dismissed; for the desk, that they are closed. */
function WhatIsLeft({ facility }: { facility: Facility | undefined }) {
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const { data: opening } = useQuery({ ...openingQuery, enabled: isAdmin })
  const isShut = facility !== undefined && !areDoorsOpen(facility)
  if (!isAdmin) return isShut ? <p className={classes.shut}>Not public yet: customers can’t book.</p> : null
  const isLeft = opening?.steps.some(({ done }) => !done) && !opening.dismissed
  return opening && (isShut || isLeft) ? <OpeningPanel /> : null
}

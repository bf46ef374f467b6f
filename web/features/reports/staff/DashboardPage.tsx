import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { areDoorsOpen } from '../../../../shared/domain/facility/doors.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { attentionQuery, dashboardKey, dashboardStatsQuery } from '../../../api/queries/dashboard.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { openingQuery } from '../../../api/queries/opening.ts'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Grid, Heading, Text, textLink } from '../../../ui/layout.tsx'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { TodayBoard } from '../../schedule/staff/arrivals/TodayBoard.tsx'
import { OpeningPanel } from '../../settings/staff/opening/OpeningPanel.tsx'
import { AttentionPanel } from './AttentionPanel.tsx'
import classes from './DashboardPage.module.css'
import { FigureCards, FigurePanels } from './Figures.tsx'

const OwnFacility = lazyExtra(() => import('../../settings/staff/opening/OwnFacility.tsx'))

/** /admin/dashboard (spec 3 §2): how the facility stands, and what someone has to see to. */
export function DashboardPage() {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching({ queryKey: dashboardKey }) > 0
  const facility = useQuery(facilityQuery).data
  const now = useMinuteClock()
  const today = facility && facilityDay(now, facility.time_zone)
  const stats = useQuery(dashboardStatsQuery)
  // Before the doors open, what is left to do is the day's work; afterwards the day is.
  const isShut = facility !== undefined && !areDoorsOpen(facility)
  const whatIsLeft = <WhatIsLeft isShut={isShut} />
  useLiveQueries({
    payments: [dashboardStatsQuery.queryKey, attentionQuery.queryKey],
    ...(today && { [topicName('desk', today)]: [dashboardStatsQuery.queryKey, attentionQuery.queryKey] }),
  })
  return (
    <StaffPage
      title="Dashboard"
      wide
      refresh={{
        onRefresh: () => void queryClient.invalidateQueries({ queryKey: dashboardKey }),
        isFetching,
      }}
    >
      <p className={classes.date}>{today ? formatDay(today, 'long') : ' '}</p>
      <Suspense>
        <OwnFacility />
      </Suspense>
      {isShut && whatIsLeft}
      {facility && <TodayBoard facility={facility} />}
      <MoneyNow />
      <FillingUp />
      {!isShut && whatIsLeft}
      {stats.error && (
        <ErrorAlert
          error={stats.error}
          text={`Error: ${stats.error.message}`}
          onRetry={() => void stats.refetch()}
        />
      )}
      <FigureCards stats={stats.data} />
      <AttentionPanel timeZone={facility?.time_zone} />
      <FigurePanels stats={stats.data} />
      <Link to="/admin/reports" className={textLink}>
        Revenue and cage use by day, week and month
      </Link>
    </StaffPage>
  )
}

/** What is owed today, what the drawers have to hold, and what waits in the inbox: each leads to where it is done. */
function MoneyNow() {
  const attention = useQuery(attentionQuery).data
  const { unpaid, drawer } = attention ?? {}
  return (
    <Grid as="ul" gap="sm" className={classes.money} aria-label="Right Now">
      <li>
        <Link to="/admin/bookings" search={{ range: 'today', status: 'pending payment' }}>
          Owed today
          <strong>{unpaid ? formatRate(centsFromDollars(unpaid.total_amount)) : '–'}</strong>
          {unpaid && <span>{unpaid.count} unpaid</span>}
        </Link>
      </li>
      <li>
        <Link to="/admin/close-day">
          Drawer so far
          <strong>
            {!drawer ? '–' : drawer.open > 0 ? formatRate(centsFromDollars(drawer.expected)) : 'Closed'}
          </strong>
          {drawer && <span>{drawer.open > 0 ? 'Expected in cash' : 'Open it to take cash'}</span>}
        </Link>
      </li>
      <li>
        <Link to="/admin/messages" search={{}}>
          Messages
          <strong>{attention?.contact.count ?? '–'}</strong>
          {attention && <span>{attention.contact.items[0]?.name ?? 'You’re all caught up.'}</span>}
        </Link>
      </li>
    </Grid>
  )
}

/** Camps and classes of the next two weeks that are at least half taken; each opens its page. */
function FillingUp() {
  const filling = useQuery(attentionQuery).data?.filling ?? []
  if (filling.length === 0) return null
  return (
    <section className={classes.panel} aria-label="Filling Up">
      <Heading size="lg">Filling up</Heading>
      <Grid as="ul" above={8} className={classes.filling}>
        {filling.map(({ kind, id, session_id, name, day, taken, max_spots }) => {
          const spots = taken >= max_spots ? 'Full' : `${taken}/${max_spots}`
          const content = (
            <>
              <span className={classes.program}>
                <strong>{name}</strong> <small>{formatDay(day)}</small>
              </span>
              <Text as="span" numbers aria-label={`${taken} of ${max_spots} spots taken`} role="img">
                {spots}
              </Text>
              <i className={classes.bar} data-kind={kind} aria-hidden>
                <b style={{ inlineSize: `${Math.min(1, taken / max_spots) * 100}%` }} />
              </i>
            </>
          )
          return (
            <li key={id}>
              {kind === 'camp' ? (
                <Link to="/admin/camps/$campId" params={{ campId: id }}>
                  {content}
                </Link>
              ) : (
                <Link
                  to="/admin/classes/$classId"
                  params={{ classId: id }}
                  search={{ of: session_id ?? undefined }}
                >
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </Grid>
    </section>
  )
}

/** What is left to do before the doors open, until it is done or dismissed; for the desk, that they are closed. */
function WhatIsLeft({ isShut }: { isShut: boolean }) {
  const isAdmin = useIsAdmin()
  const { data: opening } = useQuery({ ...openingQuery, enabled: isAdmin })
  if (!isAdmin) return isShut ? <p className={classes.shut}>Not public yet: customers can’t book.</p> : null
  const isLeft = opening?.steps.some(({ done }) => !done) && !opening.dismissed
  return opening && (isShut || isLeft) ? <OpeningPanel /> : null
}

import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountOverviewQuery } from '../../api/queries/account.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { LoadProblem } from '../../components/LoadProblem.tsx'
import { retryFailed } from '../../components/retryFailed.ts'
import { MembershipCard } from './MembershipCard.tsx'
import classes from './OverviewTab.module.css'
import { type UpcomingKind, UpcomingPanel } from './UpcomingPanel.tsx'

const kinds: readonly UpcomingKind[] = ['classes', 'lessons', 'bookings', 'camps']

/** The membership, and what is coming up of each kind (spec 2 §2). */
export function OverviewTab() {
  const overview = useQuery(accountOverviewQuery)
  const facility = useQuery(facilityQuery)
  const error = overview.error ?? facility.error
  if (overview.data && facility.data) {
    return (
      <div className={classes.grid}>
        <VisuallyHidden component="h2">Overview</VisuallyHidden>
        <MembershipCard subscription={overview.data.subscription} facility={facility.data} />
        {kinds.map((kind) => (
          <UpcomingPanel key={kind} kind={kind} list={overview.data[kind]} />
        ))}
      </div>
    )
  }
  if (error) {
    return <LoadProblem what="overview" error={error} onRetry={() => retryFailed(overview, facility)} />
  }
  return <Pending />
}

function Pending() {
  return (
    <div className={classes.grid} aria-busy="true">
      <VisuallyHidden component="output">Loading your overview…</VisuallyHidden>
      <Skeleton height="9rem" radius="lg" className={classes.wide ?? ''} />
      {kinds.map((kind) => (
        <Skeleton key={kind} height="14rem" radius="lg" />
      ))}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import type { CoachSearch, CoachTab, CoachTabProps } from '../../components/staff/coachTab.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { PagePending } from '../PagePending.tsx'
import { NewBookings } from './NewBookings.tsx'

/** What each tab shows; loaded when it is opened. */
const panels: Record<CoachTab, ComponentType<CoachTabProps>> = {
  dashboard: lazyPart(() => import('../../features/lessons/staff/DashboardTab.tsx')),
  bookings: lazyPart(() => import('../../features/lessons/staff/BookingsTab.tsx')),
  'book-client': lazyPart(() => import('../../features/lessons/staff/BookClientTab.tsx')),
  availability: lazyPart(() => import('../../features/coaches/staff/AvailabilityTab.tsx')),
}

/** The open tab of the coach's dashboard; Setup Required for one without a coach profile (spec 3 §2). */
export function CoachDashboard({ search }: { search: CoachSearch }) {
  const session = useSession()
  if (session.status !== 'signed-in') return <PagePending />
  const { coach_id } = session.profile
  if (coach_id === null) return <SetupRequired />
  const Panel = panels[search.tab ?? 'dashboard']
  return (
    <>
      <NewBookings coachId={coach_id} />
      <Suspense fallback={<PagePending />}>
        <Panel coachId={coach_id} search={search} />
      </Suspense>
    </>
  )
}

const SetupRequired = () => (
  <PageMessage
    title="Setup Required"
    text="Complete your coach profile so clients can find you. Then your dashboard opens here."
  >
    <Link to="/coach-setup">Complete Setup</Link>
  </PageMessage>
)

import { createFileRoute } from '@tanstack/react-router'
import { ProfileSetup } from '../../features/coaches/staff/ProfileSetup.tsx'
import { CoachDashboard } from '../../surfaces/coach/CoachDashboard.tsx'
import { requireRole } from '../../surfaces/guards.ts'

/** The profile's dialog over the dashboard; closing it goes there (spec 3 §2). */
export const Route = createFileRoute('/_coach/coach-setup')({
  beforeLoad: requireRole('/coach-setup'),
  component: Setup,
})

function Setup() {
  const navigate = Route.useNavigate()
  return (
    <>
      <CoachDashboard search={{}} />
      <ProfileSetup onClose={() => void navigate({ to: '/coach-dashboard' })} />
    </>
  )
}

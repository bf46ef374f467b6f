import { createFileRoute } from '@tanstack/react-router'
import { type CoachSearch, coachTabs } from '../../components/staff/coachTab.ts'
import { CoachDashboard } from '../../surfaces/coach/CoachDashboard.tsx'
import { requireRole } from '../../surfaces/guards.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const Route = createFileRoute('/_coach/coach-dashboard')({
  beforeLoad: requireRole('/coach-dashboard'),
  validateSearch: ({ tab, search, view, day, time }: Record<string, unknown>): CoachSearch => ({
    tab: coachTabs.find((known) => known === tab),
    search: text(search),
    view: view === 'past' ? view : undefined,
    day: text(day),
    time: text(time),
  }),
  component: Dashboard,
})

function Dashboard() {
  return <CoachDashboard search={Route.useSearch()} />
}

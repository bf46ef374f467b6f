import { createFileRoute } from '@tanstack/react-router'
import { readId, readText } from '../../components/searchValues.ts'
import { type CoachSearch, coachTabs } from '../../components/staff/coachTab.ts'
import { CoachDashboard } from '../../surfaces/coach/CoachDashboard.tsx'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/_coach/coach-dashboard')({
  beforeLoad: requireRole('/coach-dashboard'),
  validateSearch: ({ tab, search, view, lesson, day, time }: Record<string, unknown>): CoachSearch => ({
    tab: coachTabs.find((known) => known === tab),
    search: readText(search),
    view: view === 'past' ? view : undefined,
    lesson: readId(lesson),
    day: readText(day),
    time: readText(time),
  }),
  component: Dashboard,
})

function Dashboard() {
  return <CoachDashboard search={Route.useSearch()} />
}

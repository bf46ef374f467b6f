import { createFileRoute } from '@tanstack/react-router'
import { readText } from '../../components/searchValues.ts'
import { HelpPanel } from '../../features/help/staff/HelpPanel.tsx'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/_coach/coach-help')({
  beforeLoad: requireRole('/coach-help'),
  validateSearch: ({ guide }: Record<string, unknown>) => ({ guide: readText(guide) }),
  component: Help,
})

function Help() {
  return <HelpPanel guide={Route.useSearch().guide} path="/coach-help" />
}

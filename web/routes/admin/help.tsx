import { createFileRoute } from '@tanstack/react-router'
import { readText } from '../../components/searchValues.ts'
import { HelpPanel } from '../../features/help/staff/HelpPanel.tsx'

export const Route = createFileRoute('/admin/help')({
  validateSearch: ({ guide }: Record<string, unknown>) => ({ guide: readText(guide) }),
  component: Help,
})

function Help() {
  return <HelpPanel guide={Route.useSearch().guide} path="/admin/help" />
}

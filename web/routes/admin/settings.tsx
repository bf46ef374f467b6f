import { createFileRoute } from '@tanstack/react-router'
import { facilitySettingsQuery } from '../../api/queries/settings.ts'
import { readText } from '../../components/searchValues.ts'
import { SettingsPage, type SettingsSearch } from '../../features/settings/staff/SettingsPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/admin/settings')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/settings'),
  validateSearch: ({ section, run, closure }: Record<string, unknown>): SettingsSearch => ({
    section: readText(section),
    run: readText(run),
    closure: readText(closure),
  }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(facilitySettingsQuery)
  },
  component: Settings,
})

function Settings() {
  return <SettingsPage search={Route.useSearch()} />
}

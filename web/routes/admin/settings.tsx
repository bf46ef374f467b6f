import { createFileRoute } from '@tanstack/react-router'
import { emailTemplatesQuery } from '../../api/queries/emailTemplates.ts'
import { facilitySettingsQuery } from '../../api/queries/settings.ts'
import { SettingsPage } from '../../features/settings/staff/SettingsPage.tsx'
import { readSettingsSearch, type SettingsSearch } from '../../features/settings/staff/sections.ts'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/admin/settings')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/settings'),
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as SettingsSearch,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context: { queryClient }, deps: { tab } }) => {
    if (tab === 'email-templates') void queryClient.prefetchQuery(emailTemplatesQuery)
    else void queryClient.prefetchQuery(facilitySettingsQuery)
  },
  component: Settings,
})

function Settings() {
  return <SettingsPage search={readSettingsSearch({ ...Route.useSearch() })} />
}

import { createFileRoute } from '@tanstack/react-router'
import { emailTemplatesQuery } from '../../api/queries/emailTemplates.ts'
import { facilitySettingsQuery } from '../../api/queries/settings.ts'
import { readText } from '../../components/searchValues.ts'
import { SettingsPage } from '../../features/settings/staff/SettingsPage.tsx'
import type { SettingsSearch } from '../../features/settings/staff/sections.ts'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/admin/settings')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/settings'),
  validateSearch: (search: Record<string, unknown>): SettingsSearch => {
    const { tab, template, section, run, closure } = search
    return {
      tab: tab === 'email-templates' ? tab : undefined,
      template: readText(template),
      section: readText(section),
      run: readText(run),
      closure: readText(closure),
      text: readText(search.text),
      import: readText(search.import),
    }
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context: { queryClient }, deps: { tab } }) => {
    if (tab === 'email-templates') void queryClient.prefetchQuery(emailTemplatesQuery)
    else void queryClient.prefetchQuery(facilitySettingsQuery)
  },
  component: Settings,
})

function Settings() {
  return <SettingsPage search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { openingQuery } from '../../api/queries/opening.ts'
import { facilitySettingsQuery } from '../../api/queries/settings.ts'
import { readText } from '../../components/searchValues.ts'
import { SetupPage } from '../../features/settings/staff/setup/SetupPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/admin/setup')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: requireRole('/admin/settings'),
  validateSearch: ({ step }: Record<string, unknown>): { step?: string | undefined } => ({
    step: readText(step),
  }),
  loader({ context: { queryClient } }) {
    void queryClient.prefetchQuery(facilitySettingsQuery)
    void queryClient.prefetchQuery(openingQuery)
  },
  component: Setup,
})

function Setup() {
  return <SetupPage step={Route.useSearch().step} />
}

import { createFileRoute } from '@tanstack/react-router'
import { read } from '../../api/read.ts'
import { readText } from '../../components/searchValues.ts'
import { CoachesAdminPage, type CoachesSearch } from '../../features/coaches/staff/CoachesAdminPage.tsx'

export const Route = createFileRoute('/admin/coaches')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ coach }: Record<string, unknown>): CoachesSearch => ({
    coach: readText(coach),
  }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/coaches'))
  },
  component: Coaches,
})

function Coaches() {
  return <CoachesAdminPage search={Route.useSearch()} />
}

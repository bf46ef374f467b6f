import { createFileRoute } from '@tanstack/react-router'
import { read } from '../../api/read.ts'
import { CampAdminPage } from '../../features/camps/staff/CampAdminPage.tsx'
import { readProgramSearch } from '../../features/programs/staff/programTabs.ts'

export const Route = createFileRoute('/admin/camps_/$campId')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readProgramSearch,
  loader: ({ context: { queryClient }, params: { campId } }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/camps/:camp_id', { camp_id: campId }))
    void queryClient.prefetchQuery(read('GET /api/admin/camps/:camp_id/registrations', { camp_id: campId }))
  },
  component: Camp,
})

function Camp() {
  const { campId } = Route.useParams()
  return <CampAdminPage key={campId} campId={campId} search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { staffCampsQuery } from '../../api/queries/staffCamps.ts'
import { readText } from '../../components/searchValues.ts'
import { CampsAdminPage, type CampsAdminSearch } from '../../features/camps/staff/CampsAdminPage.tsx'

const statuses = ['published', 'draft', 'called_off'] as const

export const Route = createFileRoute('/admin/camps')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, status }: Record<string, unknown>): CampsAdminSearch => ({
    search: readText(search),
    status: statuses.find((known) => known === status),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffCampsQuery(deps))
  },
  component: Camps,
})

function Camps() {
  return <CampsAdminPage search={Route.useSearch()} />
}

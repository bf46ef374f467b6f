import { createFileRoute } from '@tanstack/react-router'
import { campStatusFilter } from '../../../shared/contract/staffCamps.ts'
import { staffCampsQuery } from '../../api/queries/staffCamps.ts'
import { readText } from '../../components/searchValues.ts'
import { CampsAdminPage, type CampsAdminSearch } from '../../features/camps/staff/CampsAdminPage.tsx'

export const Route = createFileRoute('/admin/camps')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, status }: Record<string, unknown>): CampsAdminSearch => ({
    search: readText(search),
    status: campStatusFilter.exclude(['all']).safeParse(status).data,
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

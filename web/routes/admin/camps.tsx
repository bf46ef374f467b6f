import { createFileRoute } from '@tanstack/react-router'
import { staffCampsQuery } from '../../api/queries/staffCamps.ts'
import {
  CampsAdminPage,
  type CampsAdminSearch,
  readCampsSearch,
} from '../../features/camps/staff/CampsAdminPage.tsx'

export const Route = createFileRoute('/admin/camps')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as CampsAdminSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffCampsQuery(readCampsSearch({ ...deps })))
  },
  component: Camps,
})

function Camps() {
  return <CampsAdminPage search={readCampsSearch({ ...Route.useSearch() })} />
}

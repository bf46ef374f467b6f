import { createFileRoute } from '@tanstack/react-router'
import { staffMembershipsQuery } from '../../api/queries/staffMemberships.ts'
import { read } from '../../api/read.ts'
import {
  MembersPage,
  type MembersSearch,
  readMembersSearch,
} from '../../features/memberships/staff/MembersPage.tsx'
import { memberStateOf } from '../../features/memberships/staff/memberTexts.ts'

export const Route = createFileRoute('/admin/membership')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as MembersSearch,
  loaderDeps: ({ search: { open: _, ...filters } }) => filters,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/memberships/figures'))
    const { search, state } = readMembersSearch({ ...deps })
    void queryClient.prefetchInfiniteQuery(staffMembershipsQuery({ search, state: memberStateOf(state) }))
  },
  component: Members,
})

function Members() {
  return <MembersPage search={readMembersSearch({ ...Route.useSearch() })} />
}

import { createFileRoute } from '@tanstack/react-router'
import { staffMembershipsQuery } from '../../api/queries/staffMemberships.ts'
import { read } from '../../api/read.ts'
import { readText } from '../../components/searchValues.ts'
import { MembersPage, type MembersSearch } from '../../features/memberships/staff/MembersPage.tsx'
import { memberStateOf } from '../../features/memberships/staff/memberTexts.ts'

export const Route = createFileRoute('/admin/membership')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, state, open }: Record<string, unknown>): MembersSearch => ({
    search: readText(search),
    state: readText(state),
    open: readText(open),
  }),
  loaderDeps: ({ search: { search, state } }) => ({ search, state }),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/memberships/figures'))
    void queryClient.prefetchInfiniteQuery(
      staffMembershipsQuery({ search: deps.search, state: memberStateOf(deps.state) }),
    )
  },
  component: Members,
})

function Members() {
  return <MembersPage search={Route.useSearch()} />
}

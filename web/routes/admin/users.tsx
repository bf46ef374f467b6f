import { createFileRoute } from '@tanstack/react-router'
import { userListQuery } from '../../api/queries/people.ts'
import { readUsersSearch, UsersPage, type UsersSearch } from '../../features/people/staff/UsersPage.tsx'

export const Route = createFileRoute('/admin/users')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as UsersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(userListQuery(readUsersSearch({ ...deps })))
  },
  component: Users,
})

function Users() {
  return <UsersPage search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { usersQuery } from '../../api/queries/people.ts'
import { readText } from '../../components/searchValues.ts'
import { UsersPage, type UsersSearch } from '../../features/people/staff/UsersPage.tsx'
import { everyRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/admin/users')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, role, sort, user }: Record<string, unknown>): UsersSearch => ({
    search: readText(search),
    role: everyRole.find((known) => known === role),
    sort: sort === 'name' ? sort : undefined,
    user: readText(user),
  }),
  loaderDeps: ({ search: { search, role, sort } }) => ({ search, role, sort }),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(usersQuery(deps))
  },
  component: Users,
})

function Users() {
  return <UsersPage search={Route.useSearch()} />
}

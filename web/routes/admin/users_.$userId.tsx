import { createFileRoute } from '@tanstack/react-router'
import { personQuery } from '../../api/queries/person.ts'
import { PersonPage } from '../../features/people/staff/person/PersonPage.tsx'
import { type PersonTab, personTabs } from '../../features/people/staff/person/personTabs.ts'

export const Route = createFileRoute('/admin/users_/$userId')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: PersonTab | undefined } => ({
    tab: personTabs.find((known) => known === tab && known !== 'overview'),
  }),
  loader: ({ context: { queryClient }, params: { userId } }) => {
    void queryClient.prefetchQuery(personQuery(userId))
  },
  component: Person,
})

function Person() {
  const { userId } = Route.useParams()
  const { tab = 'overview' } = Route.useSearch()
  return <PersonPage key={userId} userId={userId} tab={tab} />
}

import { createFileRoute } from '@tanstack/react-router'
import { personQuery } from '../../api/queries/person.ts'
import { readText } from '../../components/searchValues.ts'
import { PersonPage } from '../../features/people/staff/person/PersonPage.tsx'
import { type PersonTab, personTabs } from '../../features/people/staff/person/personTabs.ts'

export const Route = createFileRoute('/admin/users_/$userId')({
  codeSplitGroupings: [['loader', 'component']],
  // An unknown tab is the first one: the list of tabs is loaded with the page.
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: PersonTab | undefined } => ({
    tab: readText(tab) as PersonTab | undefined,
  }),
  loader: ({ context: { queryClient }, params: { userId } }) => {
    void queryClient.prefetchQuery(personQuery(userId))
  },
  component: Person,
})

function Person() {
  const { userId } = Route.useParams()
  const { tab } = Route.useSearch()
  return (
    <PersonPage key={userId} userId={userId} tab={personTabs.find((known) => known === tab) ?? 'overview'} />
  )
}

import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { loadSession } from '../../api/session.ts'
import { MembershipPage } from '../../features/memberships/MembershipPage.tsx'
import { readMembershipSearch } from '../../features/memberships/membershipSearch.ts'

export const Route = createFileRoute('/_site/membership')({
  validateSearch: readMembershipSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  // Whoever follows the link of a mail to mend a card signs in first.
  beforeLoad: async ({ context: { queryClient }, location, search }) => {
    if (!search.card) return
    const { status } = await loadSession(queryClient)
    if (status === 'signed-out')
      throw redirect({ to: '/auth' as string, search: { mode: 'login', redirect: location.href } })
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(membershipOfferQuery)
  },
  component: Membership,
  staticData: { title: pageTitles['/membership'] },
})

function Membership() {
  return <MembershipPage search={Route.useSearch()} />
}

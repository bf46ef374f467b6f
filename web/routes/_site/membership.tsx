import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { MembershipPage } from '../../features/memberships/MembershipPage.tsx'
import { readMembershipSearch } from '../../features/memberships/membershipSearch.ts'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/_site/membership')({
  validateSearch: readMembershipSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  // The mail about a declined card links here: its reader signs in first.
  beforeLoad: ({ search, ...entering }) => (search.card ? requireRole('/membership')(entering) : undefined),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(membershipOfferQuery)
  },
  component: Membership,
  staticData: { title: pageTitles['/membership'] },
})

function Membership() {
  return <MembershipPage search={Route.useSearch()} />
}

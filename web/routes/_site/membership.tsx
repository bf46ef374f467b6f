import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { MembershipPage, membershipPanel } from '../../features/memberships/MembershipPage.tsx'
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
    void queryClient.prefetchQuery(cagesQuery)
    return membershipPanel.withPage()
  },
  component: MembershipPage,
  staticData: { title: pageTitles['/membership'], isPublic: true },
})

import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { publicTextQuery } from '../../api/queries/facility.ts'
import { TermsPage } from '../../features/terms/TermsPage.tsx'

export const Route = createFileRoute('/_site/terms')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(publicTextQuery('terms')),
  component: TermsPage,
  staticData: { title: pageTitles['/terms'], isPublic: true },
})

import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { CampsPage } from '../../features/camps/CampsPage.tsx'

export const Route = createFileRoute('/_site/camps/')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(campsQuery)
  },
  component: CampsPage,
  staticData: { title: pageTitles['/camps'], isPublic: true, shape: 'cards' },
})

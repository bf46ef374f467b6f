import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { coachesQuery, nextLessonTimesQuery } from '../../api/queries/coaches.ts'
import { publicTextQuery } from '../../api/queries/facility.ts'
import { CoachesPage } from '../../features/coaches/CoachesPage.tsx'

export const Route = createFileRoute('/_site/coaches')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(coachesQuery)
    void queryClient.prefetchQuery(nextLessonTimesQuery)
    void queryClient.prefetchQuery(publicTextQuery('coach-intro'))
  },
  component: CoachesPage,
  staticData: { title: pageTitles['/coaches'], isPublic: true, shape: 'cards' },
})

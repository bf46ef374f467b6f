import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { ClassesPage } from '../../features/classes/ClassesPage.tsx'

export const Route = createFileRoute('/_site/classes/')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(classesQuery)
  },
  component: ClassesPage,
  staticData: { title: pageTitles['/classes'], isPublic: true, shape: 'cards' },
})

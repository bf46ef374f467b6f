import { createFileRoute } from '@tanstack/react-router'
import { openTimesQuery } from '../../api/queries/cages.ts'
import { publicTextQuery } from '../../api/queries/facility.ts'
import { HomePage } from '../../features/facility/HomePage.tsx'

export const Route = createFileRoute('/_site/')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(openTimesQuery)
    void queryClient.prefetchQuery(publicTextQuery('home-cards'))
  },
  validateSearch: ({ open }: Record<string, unknown>): { open?: string | undefined } =>
    typeof open === 'string' && /^\/admin\b/i.test(open) ? { open } : {},
  component: Home,
  staticData: { isPublic: true },
})

function Home() {
  return <HomePage backOffice={Route.useSearch().open} />
}

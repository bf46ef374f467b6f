import { createFileRoute } from '@tanstack/react-router'
import { cagesQuery } from '../../api/queries/cages.ts'
import { publicTextQuery } from '../../api/queries/facility.ts'
import { HomePage } from '../../features/facility/HomePage.tsx'
import { BelowTheFold, prefetchBoard, tonightBoard } from '../../features/home/homeParts.tsx'
import { Later } from '../../ui/preloadable.tsx'

export const Route = createFileRoute('/_site/')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient, now } }) => {
    void queryClient.prefetchQuery(publicTextQuery('home-cards'))
    void queryClient.prefetchQuery(cagesQuery)
    void prefetchBoard(queryClient, now())
    void tonightBoard.preload()
    return tonightBoard.withPage()
  },
  validateSearch: ({ open }: Record<string, unknown>): { open?: string | undefined } =>
    typeof open === 'string' && /^\/admin\b/i.test(open) ? { open } : {},
  component: Home,
  staticData: { isPublic: true },
})

function Home() {
  return (
    <HomePage backOffice={Route.useSearch().open} board={<Later part={tonightBoard} />}>
      <BelowTheFold />
    </HomePage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { campQuery } from '../../api/queries/camps.ts'
import { CampPage } from '../../features/camps/CampPage.tsx'

export const Route = createFileRoute('/_site/camps/$campId')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient }, params: { campId } }) => {
    void queryClient.prefetchQuery(campQuery(campId))
  },
  component: Camp,
  staticData: { title: null },
})

function Camp() {
  const { campId } = Route.useParams()
  return <CampPage key={campId} campId={campId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { campQuery, campsQuery } from '../../api/queries/camps.ts'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { CampPage, registerPanel } from '../../features/camps/CampPage.tsx'

export const Route = createFileRoute('/_site/camps/$campId')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient }, params: { campId } }) => {
    void queryClient.prefetchQuery(campQuery(campId))
    void queryClient.prefetchQuery(campsQuery)
    // Which buttons there are depends on it.
    void queryClient.prefetchQuery(paymentConfigurationQuery)
    // Hydrated after the page, but downloaded beside it: it is what people come for.
    void registerPanel.preload()
    return registerPanel.withPage()
  },
  component: Camp,
  staticData: { title: null, isPublic: true, shape: 'detail' },
})

function Camp() {
  const { campId } = Route.useParams()
  return <CampPage key={campId} campId={campId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { classBooking } from '../../features/classes/ClassDetail.tsx'
import { ClassPage, loadClass } from '../../features/classes/ClassPage.tsx'
import { readClassSearch } from '../../features/classes/classSearch.ts'

export const Route = createFileRoute('/_site/classes/$classId')({
  validateSearch: readClassSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient }, params: { classId } }) => {
    loadClass(queryClient, classId)
    // Hydrated after the page, but downloaded beside it: it is what people come for.
    void classBooking.preload()
    return classBooking.withPage()
  },
  component: Class,
  staticData: { title: null, isPublic: true, shape: 'detail' },
})

function Class() {
  const { classId } = Route.useParams()
  return <ClassPage key={classId} classId={classId} />
}

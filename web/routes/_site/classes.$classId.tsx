import { createFileRoute } from '@tanstack/react-router'
import { ClassPage, loadClass } from '../../features/classes/ClassPage.tsx'
import { readClassSearch } from '../../features/classes/classSearch.ts'

export const Route = createFileRoute('/_site/classes/$classId')({
  validateSearch: readClassSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient }, params: { classId } }) => loadClass(queryClient, classId),
  component: Class,
  staticData: { title: null },
})

function Class() {
  const { classId } = Route.useParams()
  return <ClassPage key={classId} classId={classId} search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { read } from '../../api/read.ts'
import { ClassAdminPage } from '../../features/classes/staff/ClassAdminPage.tsx'
import { readProgramSearch } from '../../features/programs/staff/programTabs.ts'

export const Route = createFileRoute('/admin/classes_/$classId')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readProgramSearch,
  loader: ({ context: { queryClient }, params: { classId } }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/classes/:id', { id: classId }))
  },
  component: Class,
})

function Class() {
  const { classId } = Route.useParams()
  return <ClassAdminPage key={classId} classId={classId} search={Route.useSearch()} />
}

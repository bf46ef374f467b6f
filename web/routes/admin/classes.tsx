import { createFileRoute } from '@tanstack/react-router'
import { staffClassesQuery } from '../../api/queries/staffClasses.ts'
import {
  ClassesAdminPage,
  type ClassesSearch,
  readClassesSearch,
} from '../../features/classes/staff/ClassesAdminPage.tsx'

export const Route = createFileRoute('/admin/classes')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as ClassesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffClassesQuery(readClassesSearch({ ...deps })))
  },
  component: Classes,
})

function Classes() {
  return <ClassesAdminPage search={readClassesSearch({ ...Route.useSearch() })} />
}

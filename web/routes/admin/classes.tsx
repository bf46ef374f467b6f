import { createFileRoute } from '@tanstack/react-router'
import { staffClassesQuery } from '../../api/queries/staffClasses.ts'
import { readText } from '../../components/searchValues.ts'
import { ClassesAdminPage, type ClassesSearch } from '../../features/classes/staff/ClassesAdminPage.tsx'

export const Route = createFileRoute('/admin/classes')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, show }: Record<string, unknown>): ClassesSearch => ({
    search: readText(search),
    show: show === 'ended' || show === 'all' ? show : undefined,
  }),
  loaderDeps: ({ search: { search, show } }) => ({ search, show }),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffClassesQuery(deps))
  },
  component: Classes,
})

function Classes() {
  return <ClassesAdminPage search={Route.useSearch()} />
}

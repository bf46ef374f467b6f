import { createFileRoute } from '@tanstack/react-router'
import { SchedulePage } from '../../features/schedule/staff/SchedulePage.tsx'
import { readScheduleSearch, type ScheduleSearch } from '../../features/schedule/staff/scheduleSearch.ts'

export const Route = createFileRoute('/admin/schedule')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as ScheduleSearch,
  component: Schedule,
})

function Schedule() {
  return <SchedulePage search={readScheduleSearch({ ...Route.useSearch() })} />
}

import { createFileRoute } from '@tanstack/react-router'
import { SchedulePage } from '../../features/schedule/staff/SchedulePage.tsx'
import { readScheduleSearch } from '../../features/schedule/staff/scheduleSearch.ts'

export const Route = createFileRoute('/admin/schedule')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: readScheduleSearch,
  component: Schedule,
})

function Schedule() {
  return <SchedulePage search={Route.useSearch()} />
}

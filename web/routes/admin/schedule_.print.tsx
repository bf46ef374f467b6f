import { createFileRoute } from '@tanstack/react-router'
import { readDay } from '../../components/searchValues.ts'
import { PrintPage } from '../../features/schedule/staff/print/PrintPage.tsx'

export const Route = createFileRoute('/admin/schedule_/print')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ date }: Record<string, unknown>) => ({ date: readDay(date) }),
  component: Print,
})

function Print() {
  return <PrintPage date={Route.useSearch().date} />
}

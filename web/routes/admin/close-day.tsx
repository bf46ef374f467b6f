import { createFileRoute } from '@tanstack/react-router'
import { read } from '../../api/read.ts'
import { readText } from '../../components/searchValues.ts'
import { CloseDayPage } from '../../features/payments/staff/drawers/CloseDayPage.tsx'
import { ClosingPage } from '../../features/payments/staff/drawers/ClosingPage.tsx'

/** The drawer that is open, or the report of a closed one. */
export const Route = createFileRoute('/admin/close-day')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ closing }: Record<string, unknown>): { closing?: string | undefined } => ({
    closing: readText(closing),
  }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(read('GET /api/admin/drawers'))
  },
  component: CloseDay,
})

function CloseDay() {
  const { closing } = Route.useSearch()
  return closing ? <ClosingPage shiftId={closing} /> : <CloseDayPage />
}

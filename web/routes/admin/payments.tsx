import { createFileRoute } from '@tanstack/react-router'
import { staffPaymentsQuery } from '../../api/queries/staffPayments.ts'
import { readText } from '../../components/searchValues.ts'
import { PaymentsPage, type PaymentsSearch } from '../../features/payments/staff/PaymentsPage.tsx'
import { paymentStatusOf } from '../../features/payments/staff/paymentStatuses.ts'

export const Route = createFileRoute('/admin/payments')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, status, sort, open }: Record<string, unknown>): PaymentsSearch => ({
    search: readText(search),
    status: readText(status),
    sort: sort === 'oldest' ? sort : undefined,
    open: readText(open),
  }),
  loaderDeps: ({ search: { search, status, sort } }) => ({ search, status, sort }),
  loader: ({ context: { queryClient }, deps }) => {
    const status = paymentStatusOf(deps.status)
    void queryClient.prefetchInfiniteQuery(staffPaymentsQuery({ ...deps, status }))
  },
  component: Payments,
})

function Payments() {
  return <PaymentsPage search={Route.useSearch()} />
}

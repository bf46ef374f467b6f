import { createFileRoute } from '@tanstack/react-router'
import { staffPaymentsQuery } from '../../api/queries/staffPayments.ts'
import { PaymentsPage, type PaymentsSearch } from '../../features/payments/staff/PaymentsPage.tsx'
import { readPaymentFilters } from '../../features/payments/staff/paymentStatuses.ts'

export const Route = createFileRoute('/admin/payments')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as PaymentsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffPaymentsQuery(readPaymentFilters({ ...deps })))
  },
  component: Payments,
})

function Payments() {
  return <PaymentsPage search={Route.useSearch()} />
}

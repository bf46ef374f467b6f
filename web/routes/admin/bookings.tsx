import { createFileRoute } from '@tanstack/react-router'
import { readBookingStatus } from '../../../shared/domain/bookingStatus.ts'
import { staffBookingsQuery } from '../../api/queries/staffBookings.ts'
import { BookingsPage, type BookingsSearch } from '../../features/bookings/staff/BookingsPage.tsx'

export const Route = createFileRoute('/admin/bookings')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, status, open, create }: Record<string, unknown>): BookingsSearch => ({
    search: typeof search === 'string' ? search : undefined,
    status: (typeof status === 'string' && readBookingStatus(status)) || undefined,
    open: typeof open === 'string' ? open : undefined,
    create: create === true ? create : undefined,
  }),
  loaderDeps: ({ search: { search, status } }) => ({ search, status }),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffBookingsQuery(deps))
  },
  component: Bookings,
})

function Bookings() {
  return <BookingsPage search={Route.useSearch()} />
}

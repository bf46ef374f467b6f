import { createFileRoute } from '@tanstack/react-router'
import { staffBookingsQuery } from '../../api/queries/staffBookings.ts'
import { BookingsPage, type BookingsSearch } from '../../features/bookings/staff/BookingsPage.tsx'
import { readBookingFilters } from '../../features/bookings/staff/bookingFilters.ts'

export const Route = createFileRoute('/admin/bookings')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as BookingsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(staffBookingsQuery(readBookingFilters({ ...deps })))
  },
  component: Bookings,
})

function Bookings() {
  return <BookingsPage search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { readBookingStatus } from '../../../shared/domain/bookings/bookingStatus.ts'
import { staffBookingsQuery } from '../../api/queries/staffBookings.ts'
import { readText } from '../../components/searchValues.ts'
import { BookingsPage, type BookingsSearch } from '../../features/bookings/staff/BookingsPage.tsx'

export const Route = createFileRoute('/admin/bookings')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: ({ search, status, open, create }: Record<string, unknown>): BookingsSearch => ({
    search: readText(search),
    status: readText(status),
    open: readText(open),
    create: create === true ? create : undefined,
  }),
  loaderDeps: ({ search: { search, status } }) => ({ search, status }),
  loader: ({ context: { queryClient }, deps }) => {
    const status = (deps.status && readBookingStatus(deps.status)) || undefined
    void queryClient.prefetchInfiniteQuery(staffBookingsQuery({ ...deps, status }))
  },
  component: Bookings,
})

function Bookings() {
  return <BookingsPage search={Route.useSearch()} />
}

import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'
import { read, readPages } from '../read.ts'
import { type RangeSearch, rangeQuery } from './rangeSearch.ts'

/** The filters of the list of bookings, as the page's address has them. */
export interface BookingFilters extends RangeSearch {
  search?: string | undefined
  status?: BookingStatus | undefined
  kind?: 'cage' | 'lesson' | 'class' | undefined
  /** Ids. */
  cage?: string | undefined
  coach?: string | undefined
  when?: 'past' | undefined
}

/** All bookings as staff list them, 50 to a page, with the sums of what is found. */
export const staffBookingsQuery = ({ search, status, kind, cage, coach, when, ...range }: BookingFilters) =>
  readPages('GET /api/admin/bookings', {
    page_size: '50',
    search_query: search || undefined,
    status_filter: status,
    ...rangeQuery(range),
    ...{ kind, cage_id: cage, coach_id: coach, when },
    totals: 'true',
  })

/** One row of that list by the id of any of its bookings, and each of them by itself. */
export const staffBookingQuery = (id: string) => ({
  ...read('GET /api/admin/bookings/:id', { id }),
  staleTime: 0,
})

/** Who of a household can take part, and what comes off the price of cages. */
export const bookingCustomerQuery = (userId: string) =>
  read('GET /api/customers/:user_id/booking', { user_id: userId })

/** Loads what is shown of bookings again when anything is booked, paid, moved or canceled, on whatever day. */
export const useLiveBookings = (): void =>
  useLiveQueries({ [topicName('bookings')]: [[...queryKeys.staff, 'bookings']] })

/** Once a booking is deleted: all that staff see, but not its own details while their drawer closes. */
export const refreshWithout = (queryClient: QueryClient, deletedId: string): Promise<void> => {
  const own = hashKey(staffBookingQuery(deletedId).queryKey)
  return queryClient.invalidateQueries({
    queryKey: queryKeys.staff,
    predicate: ({ queryHash }) => queryHash !== own,
  })
}

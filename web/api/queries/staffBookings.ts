import { hashKey, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { call } from '../call.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'

const bookingsKey = [...queryKeys.staff, 'bookings']

export interface BookingSearch {
  search?: string | undefined
  status?: BookingStatus | undefined
}

/** All bookings as staff list them, 15 to a page, each by the cursor of the one before it (spec 3 §9). */
export const staffBookingsQuery = ({ search, status }: BookingSearch) =>
  infiniteQueryOptions({
    queryKey: [...bookingsKey, 'list', { search, status }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        page_size: 15,
        ...(search && { search_query: search }),
        ...(status && { status_filter: status }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/bookings', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** One row of that list by the id of any of its bookings, and each of them by itself. */
export const staffBookingQuery = (id: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/bookings/:id', { id }, { signal }),
    staleTime: 0,
  })

/** Who of a household can take part, and what comes off the price of cages. */
export const bookingCustomerQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'users', 'booking', userId],
    queryFn: ({ signal }) => call('GET /api/customers/:user_id/booking', { user_id: userId }, { signal }),
  })

/** Who has the phone number that is being typed. */
export const peopleByPhoneQuery = (phone: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'users', 'by-phone', phone],
    queryFn: ({ signal }) => call('GET /api/admin/people/by-phone', { phone }, { signal }),
  })

/** Loads what is shown of bookings again when anything is booked, paid, moved or canceled, on whatever day. */
export const useLiveBookings = (): void => useLiveQueries({ [topicName('bookings')]: [bookingsKey] })

/** After staff changed a booking: every list, day and figure of the back office is asked for again. */
export const refreshStaffBookings = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.staff })

/** The same once a booking is deleted: its own details are not asked for again while their drawer closes. */
export const refreshWithout = (queryClient: QueryClient, deletedId: string): Promise<void> => {
  const own = hashKey(staffBookingQuery(deletedId).queryKey)
  return queryClient.invalidateQueries({
    queryKey: queryKeys.staff,
    predicate: ({ queryHash }) => queryHash !== own,
  })
}

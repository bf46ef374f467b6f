import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PaymentStatus } from '../../../shared/contract/payments/staffPayments.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

/** The queries of payments on staff pages. */
export const staffPaymentsKey = [...queryKeys.staff, 'payments']

interface PaymentSearch {
  search?: string | undefined
  status?: PaymentStatus | undefined
  sort?: 'oldest' | undefined
  /** Only of this account. */
  userId?: string | undefined
}

/** All payments, page by page, each by the cursor of the one before it; 15 a page (spec 3 §9). */
export const staffPaymentsQuery = ({ search, status, sort = undefined, userId }: PaymentSearch) =>
  infiniteQueryOptions({
    queryKey: [...staffPaymentsKey, 'list', { search, status, sort, userId }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(search && { search_query: search }),
        ...(status && { status_filter: status }),
        ...(sort && { sort }),
        ...(userId && { user_id: userId }),
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/payments', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** One payment with what it paid and what came back. */
export const paymentDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffPaymentsKey, 'details', id],
    queryFn: ({ signal }) => call('GET /api/admin/payments/:payment_id', { payment_id: id }, { signal }),
    staleTime: 0,
  })

/** What of these is still to be paid, with date and amount. */
export const dueItemsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...staffPaymentsKey, 'due', ids],
    queryFn: ({ signal }) => call('GET /api/admin/due-items', { id: ids.join(',') }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** What can be refunded of a payment, and what the policy would give. */
export const refundPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffPaymentsKey, 'refund', id],
    queryFn: ({ signal }) =>
      call('GET /api/admin/payments/:payment_id/refund', { payment_id: id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** A receipt as staff print it. */
export const staffReceiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...staffPaymentsKey, 'receipt', id],
    queryFn: ({ signal }) =>
      call('GET /api/admin/payments/:payment_id/receipt', { payment_id: id }, { signal }),
  })

/** A receipt of the customer's own. */
export const ownReceiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.me, 'receipt', id],
    queryFn: ({ signal }) => call('GET /api/me/payments/:payment_id/receipt', { payment_id: id }, { signal }),
  })

/** Money changes bookings too: all that staff have on screen is asked for again. */
export const refreshAfterPayment = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.staff })

/** Below the payments' key: every payment at the desk changes a drawer. */
const drawersKey = [...staffPaymentsKey, 'drawers']

/** The drawers that are open, and how the next ones open. */
export const drawersQuery = queryOptions({
  queryKey: [...drawersKey, 'open'],
  queryFn: ({ signal }) => call('GET /api/admin/drawers', {}, { signal }),
})

/** Closed drawers, page by page, the newest first. */
export const closingsQuery = infiniteQueryOptions({
  queryKey: [...drawersKey, 'closings'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/admin/closings', { page_size: '10', ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ cursor }) => cursor,
})

/** The report of a closed drawer; it never changes. */
export const closingQuery = (id: string) =>
  queryOptions({
    queryKey: [...drawersKey, 'closing', id],
    queryFn: ({ signal }) => call('GET /api/admin/closings/:shift_id', { shift_id: id }, { signal }),
  })

export const refreshDrawers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: drawersKey })

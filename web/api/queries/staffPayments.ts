import type { PaymentStatus, Tender } from '../../../shared/contract/payments/staffPayments.ts'
import { readPages } from '../read.ts'
import { type RangeSearch, rangeQuery } from './rangeSearch.ts'

/** The filters of the list of payments, as the page's address has them. */
export interface PaymentFilters extends RangeSearch {
  search?: string | undefined
  status?: PaymentStatus | undefined
  sort?: 'oldest' | undefined
  method?: Tender | 'refund' | undefined
  /** The id of who took it. */
  by?: string | undefined
}

/** What the list shows without a range: today, but somebody who searches means any day. */
export const shownRange = ({ range, search, status }: PaymentFilters): NonNullable<RangeSearch['range']> =>
  range ?? (search || status ? 'all' : 'today')

/** The filters by the operation's names. */
export const paymentQuery = (filters: PaymentFilters) => ({
  ...{ search_query: filters.search, status_filter: filters.status, sort: filters.sort },
  ...{ method: filters.method, taken_by: filters.by },
  ...rangeQuery({ ...filters, range: shownRange(filters) }),
})

/** All payments, 50 a page, with the sums of what is found. */
export const staffPaymentsQuery = (filters: PaymentFilters) =>
  readPages('GET /api/admin/payments', { ...paymentQuery(filters), page_size: '50', totals: 'true' })

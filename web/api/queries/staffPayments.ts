import type { PaymentStatus } from '../../../shared/contract/payments/staffPayments.ts'
import { readPages } from '../read.ts'

interface PaymentSearch {
  search?: string | undefined
  status?: PaymentStatus | undefined
  sort?: 'oldest' | undefined
}

/** All payments, page by page; 15 a page (spec 3 §9). */
export const staffPaymentsQuery = ({ search, status, sort }: PaymentSearch) =>
  readPages('GET /api/admin/payments', { search_query: search, status_filter: status, sort })

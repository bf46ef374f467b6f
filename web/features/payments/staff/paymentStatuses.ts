import type {
  ListedPayment,
  PaymentStatus,
  Tender,
} from '../../../../shared/contract/payments/staffPayments.ts'
import { rangeIn } from '../../../api/queries/rangeSearch.ts'
import type { PaymentFilters } from '../../../api/queries/staffPayments.ts'
import { readDay, readId, readText } from '../../../components/searchValues.ts'

/** Statuses as the filter offers them. */
export const statusWords: Readonly<Record<PaymentStatus, string>> = {
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  voided: 'Voided',
  canceled: 'Canceled',
}

/** The status that a text names; undefined for any other. */
export const paymentStatusOf = (text: unknown): PaymentStatus | undefined =>
  (Object.keys(statusWords) as PaymentStatus[]).find((status) => status === text)

/** How money came in, as every screen of staff says it. */
export const tenderWords: Readonly<Record<Tender, string>> = {
  cash: 'Cash',
  desk_card: 'Card at desk',
  online: 'Online',
  other: 'Other at desk',
}

/** Who paid where nobody was named: goods that were sold over the counter. */
export const walkIn = 'Walk-in'

const tenders = Object.keys(tenderWords) as Tender[]

/** How a payment came in. */
export function tenderOf({
  taken_at_desk,
  payment_method,
}: Pick<ListedPayment, 'taken_at_desk' | 'payment_method'>): Tender {
  if (!taken_at_desk) return 'online'
  return payment_method === 'cash' || payment_method === 'desk_card' ? payment_method : 'other'
}

/** The filters of an address, whose values may be anything. */
export const readPaymentFilters = (search: { readonly [name: string]: unknown }): PaymentFilters => ({
  search: readText(search.search),
  status: paymentStatusOf(search.status),
  sort: search.sort === 'oldest' ? 'oldest' : undefined,
  method: search.method === 'refund' ? 'refund' : tenders.find((known) => known === search.method),
  by: readId(search.by),
  range: rangeIn(search.range),
  from: readDay(search.from),
  to: readDay(search.to),
})

/** Whether there is a receipt to print. */
export const hasReceipt = ({ status }: Pick<ListedPayment, 'status'>): boolean =>
  status === 'completed' || status === 'refunded'

/** Where staff print a receipt. */
export const receiptPath = (paymentId: string): string => `/admin/receipts/${paymentId}`

/** Opens a receipt in a tab of its own, ready to print; it asks for the printer by itself where that was chosen before. */
export const openReceipt = (paymentId: string, { printing = false } = {}): void => {
  window.open(`${receiptPath(paymentId)}${printing ? '#print' : ''}`, '_blank', 'noopener')
}

import type { ListedPayment, PaymentStatus } from '../../../../shared/contract/payments/staffPayments.ts'

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

/** Whether there is a receipt to print. */
export const hasReceipt = ({ status }: Pick<ListedPayment, 'status'>): boolean =>
  status === 'completed' || status === 'refunded'

/** Where staff print a receipt. */
export const receiptPath = (paymentId: string): string => `/admin/receipts/${paymentId}`

/** Opens a receipt in a tab of its own, ready to print. */
export const openReceipt = (paymentId: string): void => {
  window.open(receiptPath(paymentId), '_blank', 'noopener')
}

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

/** Opens a receipt in a tab of its own, ready to print; it asks for the printer by itself where that was chosen before. */
export const openReceipt = (paymentId: string, { printing = false } = {}): void => {
  window.open(`${receiptPath(paymentId)}${printing ? '#print' : ''}`, '_blank', 'noopener')
}
